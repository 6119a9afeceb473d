import { Type } from "typebox";
import { customerAttributeExamples } from "../examples/customer-attribute.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import {
  customerAttribute,
  customerAttributeCreate,
  customerAttributeUpdate,
  mostAttributes,
} from "../schemas/customer-attribute.ts";
import { sinceId } from "./product-filters.ts";

const wrapped = Type.Object({ customer_attribute: customerAttribute });

const dated = { kind: "date", reading: "offset" } as const;
const filters = {
  ids: listParameters.ids,
  since_id: sinceId,
  key: { kind: "text", maxLength: 64, description: "The one with this key." },
  updated_at_min: { ...dated, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...dated, edge: "max", description: "Changed at or before." },
  created_at_min: { ...dated, edge: "min", description: "Made at or after." },
  created_at_max: { ...dated, edge: "max", description: "Made at or before." },
} as const;

const base = { surface: "3.0", caller: "token", badge: "decided", clauses: ["CUS-3"] } as const;
const read = { ...base, method: "GET", scopes: [["read_customer_attributes"]] } as const;
const write = { ...base, scopes: [["write_customer_attributes"]], query: {} } as const;

const createCustomerAttribute = operation({
  ...write,
  id: "customer_attributes.create",
  method: "POST",
  path: "/customer_attributes.json",
  params: noParams,
  body: customerAttributeCreate,
  wrapper: "customer_attribute",
  answer: wrapped,
  refusals: ["invalid"],
  summary: "Add a custom field to customers",
  description: `A store has at most ${mostAttributes}. Customers that are there have no value for it yet.`,
  example: customerAttributeExamples.create,
});

const listCustomerAttributes = operation({
  ...read,
  id: "customer_attributes.list",
  path: "/customer_attributes.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "key", "title", "updated_at", "created_at"], default: "id.asc" },
  },
  answer: listOf("customer_attributes", customerAttribute),
  refusals: ["invalid"],
  summary: "List the custom fields of customers",
  example: customerAttributeExamples.list,
});

const countCustomerAttributes = operation({
  ...read,
  id: "customer_attributes.count",
  path: "/customer_attributes/count.json",
  params: noParams,
  query: filters,
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count the custom fields of customers",
  example: customerAttributeExamples.count,
});

const getCustomerAttribute = operation({
  ...read,
  id: "customer_attributes.get",
  path: "/customer_attributes/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: wrapped,
  refusals: ["not_found"],
  summary: "Get a custom field of customers",
  example: customerAttributeExamples.get,
});

const updateCustomerAttribute = operation({
  ...write,
  id: "customer_attributes.update",
  method: "PUT",
  path: "/customer_attributes/:id.json",
  params: idParam,
  body: customerAttributeUpdate,
  wrapper: "customer_attribute",
  answer: wrapped,
  refusals: ["not_found", "invalid"],
  summary: "Change a custom field of customers",
  description:
    "What is sent changes, the rest stays. Key and input_type never change: add another field for that.",
  example: customerAttributeExamples.update,
});

const deleteCustomerAttribute = operation({
  ...write,
  id: "customer_attributes.delete",
  method: "DELETE",
  path: "/customer_attributes/:id.json",
  params: idParam,
  answer: nothing,
  refusals: ["not_found"],
  summary: "Remove a custom field from customers",
  description: "The values that customers have of it are gone with it; no event is sent for each of them.",
  example: customerAttributeExamples.delete,
});

/** In the order of the reference, which is that in which their examples run. */
export const customerAttributeOperations = {
  createCustomerAttribute,
  listCustomerAttributes,
  countCustomerAttributes,
  getCustomerAttribute,
  updateCustomerAttribute,
  deleteCustomerAttribute,
} as const;
