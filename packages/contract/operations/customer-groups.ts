import { Type } from "typebox";
import { customerGroupExamples } from "../examples/customer-group.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { customer } from "../schemas/customer.ts";
import {
  customerGroup,
  customerGroupCreate,
  customerGroupUpdate,
  groupCustomers,
} from "../schemas/customer-group.ts";
import { customerFilters, customerSort } from "./customer-filters.ts";
import { sinceId } from "./product-filters.ts";

const recordResponse = Type.Object({ customer_group: customerGroup });

const dateFilter = { kind: "date", timezone: "offset" } as const;
const filters = {
  ids: listParameters.ids,
  since_id: sinceId,
  query: {
    kind: "text",
    maxLength: 255,
    description: "Returns customer groups whose name contains every word of this text (case-insensitive).",
  },
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;

const { group_id: _, ...groupCustomerFilters } = customerFilters;

const commonProperties = { surface: "3.0", auth: "token", definedBy: "souk", clauses: [] } as const;
const readOperation = {
  ...commonProperties,
  method: "GET",
  scopes: [["read_customers"]],
  rights: [["customers.view"]],
} as const;
const writeOperation = {
  ...commonProperties,
  scopes: [["write_customers"]],
  rights: [["customers.edit"]],
  query: {},
} as const;
const customerUpdateTopic = { topics: ["customer/update"] } as const;

const createCustomerGroup = defineOperation({
  ...writeOperation,
  id: "customer_groups.create",
  method: "POST",
  path: "/customer_groups.json",
  params: noParams,
  body: customerGroupCreate,
  wrapper: "customer_group",
  response: recordResponse,
  errors: ["invalid"],
  summary: "Create a customer group",
  example: customerGroupExamples.create,
});

const listCustomerGroups = defineOperation({
  ...readOperation,
  id: "customer_groups.list",
  path: "/customer_groups.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "name", "updated_at", "created_at"], default: "id.asc" },
  },
  response: createListSchema("customer_groups", customerGroup),
  errors: ["invalid"],
  summary: "List customer groups",
  example: customerGroupExamples.list,
});

const countCustomerGroups = defineOperation({
  ...readOperation,
  id: "customer_groups.count",
  path: "/customer_groups/count.json",
  params: noParams,
  query: filters,
  response: countResponse,
  errors: ["invalid"],
  summary: "Count customer groups",
  example: customerGroupExamples.count,
});

const getCustomerGroup = defineOperation({
  ...readOperation,
  id: "customer_groups.get",
  path: "/customer_groups/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  response: recordResponse,
  errors: ["not_found"],
  summary: "Get a customer group",
  example: customerGroupExamples.get,
});

const updateCustomerGroup = defineOperation({
  ...writeOperation,
  id: "customer_groups.update",
  method: "PUT",
  path: "/customer_groups/:id.json",
  params: idParam,
  body: customerGroupUpdate,
  wrapper: "customer_group",
  response: recordResponse,
  errors: ["not_found", "invalid"],
  summary: "Update a customer group",
  description:
    "A new name immediately appears in the `groups` field of the group's customers, but no `customer/update` is " +
    "emitted for these customers.",
  example: customerGroupExamples.update,
});

const addGroupCustomers = defineOperation({
  ...writeOperation,
  ...customerUpdateTopic,
  id: "customer_groups.add_customers",
  method: "POST",
  path: "/customer_groups/:id/customers.json",
  params: idParam,
  body: groupCustomers,
  response: recordResponse,
  errors: ["not_found", "invalid"],
  summary: "Add customers to a group",
  description:
    "Adds all of the customers or none: if an id is unknown, the request is rejected. Emits `customer/update` once " +
    "for each customer who was not in the group before.",
  example: customerGroupExamples.addCustomers,
});

const listGroupCustomers = defineOperation({
  ...readOperation,
  id: "customer_groups.list_customers",
  path: "/customer_groups/:id/customers.json",
  params: idParam,
  query: { ...listParameters, ...groupCustomerFilters, sort: { ...customerSort, default: "id.asc" } },
  response: createListSchema("customers", customer),
  errors: ["not_found", "invalid"],
  summary: "List the customers in a group",
  example: customerGroupExamples.listCustomers,
});

const countGroupCustomers = defineOperation({
  ...readOperation,
  id: "customer_groups.count_customers",
  path: "/customer_groups/:id/customers/count.json",
  params: idParam,
  query: groupCustomerFilters,
  response: countResponse,
  errors: ["not_found", "invalid"],
  summary: "Count the customers in a group",
  example: customerGroupExamples.countCustomers,
});

const removeGroupCustomers = defineOperation({
  ...writeOperation,
  ...customerUpdateTopic,
  id: "customer_groups.remove_customers",
  method: "DELETE",
  path: "/customer_groups/:id/customers.json",
  params: idParam,
  body: groupCustomers,
  response: emptyObject,
  errors: ["not_found", "invalid"],
  summary: "Remove customers from a group",
  description:
    "Customers who are not in the group are ignored. Emits `customer/update` once for each removed customer.",
  example: customerGroupExamples.removeCustomers,
});

const deleteCustomerGroup = defineOperation({
  ...writeOperation,
  ...customerUpdateTopic,
  id: "customer_groups.delete",
  method: "DELETE",
  path: "/customer_groups/:id.json",
  params: idParam,
  response: emptyObject,
  errors: ["not_found"],
  summary: "Delete a customer group",
  description: "The group's customers are kept, and `customer/update` is emitted once for each of them.",
  example: customerGroupExamples.delete,
});

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const customerGroupOperations = {
  createCustomerGroup,
  listCustomerGroups,
  countCustomerGroups,
  getCustomerGroup,
  updateCustomerGroup,
  addGroupCustomers,
  listGroupCustomers,
  countGroupCustomers,
  removeGroupCustomers,
  deleteCustomerGroup,
} as const;
