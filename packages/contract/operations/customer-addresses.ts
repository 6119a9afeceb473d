import { Type } from "typebox";
import { customerAddressExamples } from "../examples/customer-address.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, id, nothing } from "../schemas/common.ts";
import { customerAddress, customerAddressInput, mostAddresses } from "../schemas/customer-address.ts";
import { sinceId } from "./product-filters.ts";

const ofCustomer = Type.Object({ customer_id: id });
const ofAddress = Type.Object({ customer_id: id, id });
const wrapped = Type.Object({ address: customerAddress });

const dated = { kind: "date", reading: "offset" } as const;
const filters = {
  ids: listParameters.ids,
  since_id: sinceId,
  updated_at_min: { ...dated, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...dated, edge: "max", description: "Changed at or before." },
  created_at_min: { ...dated, edge: "min", description: "Made at or after." },
  created_at_max: { ...dated, edge: "max", description: "Made at or before." },
} as const;

const base = { surface: "3.0", caller: "token", badge: "decided", clauses: [] } as const;
const read = { ...base, method: "GET", scopes: [["read_customers"]] } as const;
const write = { ...base, scopes: [["write_customers"]], query: {}, topics: ["customer/update"] } as const;

const createCustomerAddress = operation({
  ...write,
  id: "customer_addresses.create",
  method: "POST",
  path: "/customers/:customer_id/addresses.json",
  params: ofCustomer,
  body: customerAddressInput,
  wrapper: "address",
  answer: wrapped,
  refusals: ["not_found", "invalid"],
  summary: "Add an address to a customer",
  description: `A customer has at most ${mostAddresses}; the first one is their primary_address.`,
  example: customerAddressExamples.create,
});

const listCustomerAddresses = operation({
  ...read,
  id: "customer_addresses.list",
  path: "/customers/:customer_id/addresses.json",
  params: ofCustomer,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
  },
  answer: listOf("addresses", customerAddress),
  refusals: ["not_found", "invalid"],
  summary: "List the addresses of a customer",
  example: customerAddressExamples.list,
});

const countCustomerAddresses = operation({
  ...read,
  id: "customer_addresses.count",
  path: "/customers/:customer_id/addresses/count.json",
  params: ofCustomer,
  query: filters,
  answer: countAnswer,
  refusals: ["not_found", "invalid"],
  summary: "Count the addresses of a customer",
  example: customerAddressExamples.count,
});

const getCustomerAddress = operation({
  ...read,
  id: "customer_addresses.get",
  path: "/customers/:customer_id/addresses/:id.json",
  params: ofAddress,
  query: { fields: listParameters.fields },
  answer: wrapped,
  refusals: ["not_found"],
  summary: "Get an address of a customer",
  example: customerAddressExamples.get,
});

const updateCustomerAddress = operation({
  ...write,
  id: "customer_addresses.update",
  method: "PUT",
  path: "/customers/:customer_id/addresses/:id.json",
  params: ofAddress,
  body: customerAddressInput,
  wrapper: "address",
  answer: wrapped,
  refusals: ["not_found", "invalid"],
  summary: "Change an address of a customer",
  description: "What is sent changes, the rest stays.",
  example: customerAddressExamples.update,
});

const setDefaultCustomerAddress = operation({
  ...write,
  id: "customer_addresses.set_default",
  method: "PUT",
  path: "/customers/:customer_id/addresses/:id/default.json",
  params: ofAddress,
  answer: wrapped,
  refusals: ["not_found"],
  summary: "Make an address the customer's primary_address",
  example: customerAddressExamples.setDefault,
});

const deleteCustomerAddress = operation({
  ...write,
  id: "customer_addresses.delete",
  method: "DELETE",
  path: "/customers/:customer_id/addresses/:id.json",
  params: ofAddress,
  answer: nothing,
  refusals: ["not_found"],
  summary: "Remove an address of a customer",
  description: "When it was the primary_address, the oldest of those that are left becomes it.",
  example: customerAddressExamples.delete,
});

/** In the order of the reference, which is that in which their examples run. */
export const customerAddressOperations = {
  createCustomerAddress,
  listCustomerAddresses,
  countCustomerAddresses,
  getCustomerAddress,
  updateCustomerAddress,
  setDefaultCustomerAddress,
  deleteCustomerAddress,
} as const;
