import { Type } from "typebox";
import { customerAddressExamples } from "../examples/customer-address.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, id } from "../schemas/common.ts";
import { customerAddress, customerAddressInput, maxAddresses } from "../schemas/customer-address.ts";
import { sinceId } from "./product-filters.ts";

const customerParams = Type.Object({ customer_id: id });
const addressParams = Type.Object({ customer_id: id, id });
const recordResponse = Type.Object({ address: customerAddress });

const dateFilter = { kind: "date", timezone: "offset" } as const;
const filters = {
  ids: listParameters.ids,
  since_id: sinceId,
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;

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
  topics: ["customer/update"],
} as const;

const createCustomerAddress = defineOperation({
  ...writeOperation,
  id: "customer_addresses.create",
  method: "POST",
  path: "/customers/:customer_id/addresses.json",
  params: customerParams,
  body: customerAddressInput,
  wrapper: "address",
  response: recordResponse,
  errors: ["not_found", "invalid"],
  summary: "Create a customer address",
  description:
    `A customer can have at most ${maxAddresses} addresses. The first one becomes the customer's ` +
    "`primary_address`.",
  example: customerAddressExamples.create,
});

const listCustomerAddresses = defineOperation({
  ...readOperation,
  id: "customer_addresses.list",
  path: "/customers/:customer_id/addresses.json",
  params: customerParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
  },
  response: createListSchema("addresses", customerAddress),
  errors: ["not_found", "invalid"],
  summary: "List customer addresses",
  example: customerAddressExamples.list,
});

const countCustomerAddresses = defineOperation({
  ...readOperation,
  id: "customer_addresses.count",
  path: "/customers/:customer_id/addresses/count.json",
  params: customerParams,
  query: filters,
  response: countResponse,
  errors: ["not_found", "invalid"],
  summary: "Count customer addresses",
  example: customerAddressExamples.count,
});

const getCustomerAddress = defineOperation({
  ...readOperation,
  id: "customer_addresses.get",
  path: "/customers/:customer_id/addresses/:id.json",
  params: addressParams,
  query: { fields: listParameters.fields },
  response: recordResponse,
  errors: ["not_found"],
  summary: "Get a customer address",
  example: customerAddressExamples.get,
});

const updateCustomerAddress = defineOperation({
  ...writeOperation,
  id: "customer_addresses.update",
  method: "PUT",
  path: "/customers/:customer_id/addresses/:id.json",
  params: addressParams,
  body: customerAddressInput,
  wrapper: "address",
  response: recordResponse,
  errors: ["not_found", "invalid"],
  summary: "Update a customer address",
  description: "Omitted fields are left unchanged.",
  example: customerAddressExamples.update,
});

const setDefaultCustomerAddress = defineOperation({
  ...writeOperation,
  id: "customer_addresses.set_default",
  method: "PUT",
  path: "/customers/:customer_id/addresses/:id/default.json",
  params: addressParams,
  response: recordResponse,
  errors: ["not_found"],
  summary: "Set the primary address of a customer",
  example: customerAddressExamples.setDefault,
});

const deleteCustomerAddress = defineOperation({
  ...writeOperation,
  id: "customer_addresses.delete",
  method: "DELETE",
  path: "/customers/:customer_id/addresses/:id.json",
  params: addressParams,
  response: emptyObject,
  errors: ["not_found"],
  summary: "Delete a customer address",
  description:
    "If the deleted address was the `primary_address`, the customer's oldest remaining address becomes the " +
    "`primary_address`.",
  example: customerAddressExamples.delete,
});

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const customerAddressOperations = {
  createCustomerAddress,
  listCustomerAddresses,
  countCustomerAddresses,
  getCustomerAddress,
  updateCustomerAddress,
  setDefaultCustomerAddress,
  deleteCustomerAddress,
} as const;
