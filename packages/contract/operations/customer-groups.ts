import { Type } from "typebox";
import { customerGroupExamples } from "../examples/customer-group.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { customer } from "../schemas/customer.ts";
import {
  customerGroup,
  customerGroupCreate,
  customerGroupUpdate,
  groupCustomers,
} from "../schemas/customer-group.ts";
import { customerFilters, customerSort } from "./customer-filters.ts";
import { sinceId } from "./product-filters.ts";

const wrapped = Type.Object({ customer_group: customerGroup });

const dated = { kind: "date", reading: "offset" } as const;
const filters = {
  ids: listParameters.ids,
  since_id: sinceId,
  query: {
    kind: "text",
    maxLength: 255,
    description: "Those in whose name every one of these words stands, in capitals or not.",
  },
  updated_at_min: { ...dated, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...dated, edge: "max", description: "Changed at or before." },
  created_at_min: { ...dated, edge: "min", description: "Made at or after." },
  created_at_max: { ...dated, edge: "max", description: "Made at or before." },
} as const;

const { group_id: _, ...memberFilters } = customerFilters;

const base = { surface: "3.0", caller: "token", badge: "decided", clauses: [] } as const;
const read = { ...base, method: "GET", scopes: [["read_customers"]] } as const;
const write = { ...base, scopes: [["write_customers"]], query: {} } as const;
const told = { topics: ["customer/update"] } as const;

const createCustomerGroup = operation({
  ...write,
  id: "customer_groups.create",
  method: "POST",
  path: "/customer_groups.json",
  params: noParams,
  body: customerGroupCreate,
  wrapper: "customer_group",
  answer: wrapped,
  refusals: ["invalid"],
  summary: "Create a group of customers",
  example: customerGroupExamples.create,
});

const listCustomerGroups = operation({
  ...read,
  id: "customer_groups.list",
  path: "/customer_groups.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "name", "updated_at", "created_at"], default: "id.asc" },
  },
  answer: listOf("customer_groups", customerGroup),
  refusals: ["invalid"],
  summary: "List groups of customers",
  example: customerGroupExamples.list,
});

const countCustomerGroups = operation({
  ...read,
  id: "customer_groups.count",
  path: "/customer_groups/count.json",
  params: noParams,
  query: filters,
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count groups of customers",
  example: customerGroupExamples.count,
});

const getCustomerGroup = operation({
  ...read,
  id: "customer_groups.get",
  path: "/customer_groups/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: wrapped,
  refusals: ["not_found"],
  summary: "Get a group of customers",
  example: customerGroupExamples.get,
});

const updateCustomerGroup = operation({
  ...write,
  id: "customer_groups.update",
  method: "PUT",
  path: "/customer_groups/:id.json",
  params: idParam,
  body: customerGroupUpdate,
  wrapper: "customer_group",
  answer: wrapped,
  refusals: ["not_found", "invalid"],
  summary: "Change a group of customers",
  description: "A new name shows in its customers at once; no event is sent for each of them.",
  example: customerGroupExamples.update,
});

const addGroupCustomers = operation({
  ...write,
  ...told,
  id: "customer_groups.add_customers",
  method: "POST",
  path: "/customer_groups/:id/customers.json",
  params: idParam,
  body: groupCustomers,
  answer: wrapped,
  refusals: ["not_found", "invalid"],
  summary: "Put customers into a group",
  description:
    "All of them or none: an id that is not there is named. Those that are in it stay, and the others are told, once each.",
  example: customerGroupExamples.addCustomers,
});

const listGroupCustomers = operation({
  ...read,
  id: "customer_groups.list_customers",
  path: "/customer_groups/:id/customers.json",
  params: idParam,
  query: { ...listParameters, ...memberFilters, sort: { ...customerSort, default: "id.asc" } },
  answer: listOf("customers", customer),
  refusals: ["not_found", "invalid"],
  summary: "List the customers in a group",
  example: customerGroupExamples.listCustomers,
});

const countGroupCustomers = operation({
  ...read,
  id: "customer_groups.count_customers",
  path: "/customer_groups/:id/customers/count.json",
  params: idParam,
  query: memberFilters,
  answer: countAnswer,
  refusals: ["not_found", "invalid"],
  summary: "Count the customers in a group",
  example: customerGroupExamples.countCustomers,
});

const removeGroupCustomers = operation({
  ...write,
  ...told,
  id: "customer_groups.remove_customers",
  method: "DELETE",
  path: "/customer_groups/:id/customers.json",
  params: idParam,
  body: groupCustomers,
  answer: nothing,
  refusals: ["not_found", "invalid"],
  summary: "Take customers out of a group",
  description: "Those that are not in it are let pass; the others are told, once each.",
  example: customerGroupExamples.removeCustomers,
});

const deleteCustomerGroup = operation({
  ...write,
  ...told,
  id: "customer_groups.delete",
  method: "DELETE",
  path: "/customer_groups/:id.json",
  params: idParam,
  answer: nothing,
  refusals: ["not_found"],
  summary: "Delete a group of customers",
  description: "Its customers stay and are told by customer/update, once each.",
  example: customerGroupExamples.delete,
});

/** In the order of the reference, which is that in which their examples run. */
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
