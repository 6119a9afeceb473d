import { Type } from "typebox";
import { customerAttributeExamples } from "../examples/customer-attribute.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import {
  customerAttribute,
  customerAttributeCreate,
  customerAttributeUpdate,
  maxAttributes,
} from "../schemas/customer-attribute.ts";
import { sinceId } from "./product-filters.ts";

const recordResponse = Type.Object({ customer_attribute: customerAttribute });

const dateFilter = { kind: "date", timezone: "offset" } as const;
const filters = {
  ids: listParameters.ids,
  since_id: sinceId,
  key: { kind: "text", maxLength: 64, description: "Returns the custom field with this key." },
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;

const commonProperties = { surface: "3.0", auth: "token", definedBy: "souk", clauses: ["CUS-3"] } as const;
const readOperation = {
  ...commonProperties,
  method: "GET",
  scopes: [["read_customer_attributes"]],
  rights: [["customer_attributes.view"]],
} as const;
const writeOperation = {
  ...commonProperties,
  scopes: [["write_customer_attributes"]],
  rights: [["customer_attributes.edit"]],
  query: {},
} as const;

const createCustomerAttribute = defineOperation({
  ...writeOperation,
  id: "customer_attributes.create",
  method: "POST",
  path: "/customer_attributes.json",
  params: noParams,
  body: customerAttributeCreate,
  wrapper: "customer_attribute",
  response: recordResponse,
  errors: ["invalid"],
  summary: "Create a customer custom field",
  description: `A store can have at most ${maxAttributes} custom fields. Existing customers have no value for a new field.`,
  example: customerAttributeExamples.create,
});

const listCustomerAttributes = defineOperation({
  ...readOperation,
  id: "customer_attributes.list",
  path: "/customer_attributes.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "key", "title", "updated_at", "created_at"], default: "id.asc" },
  },
  response: createListSchema("customer_attributes", customerAttribute),
  errors: ["invalid"],
  summary: "List customer custom fields",
  example: customerAttributeExamples.list,
});

const countCustomerAttributes = defineOperation({
  ...readOperation,
  id: "customer_attributes.count",
  path: "/customer_attributes/count.json",
  params: noParams,
  query: filters,
  response: countResponse,
  errors: ["invalid"],
  summary: "Count customer custom fields",
  example: customerAttributeExamples.count,
});

const getCustomerAttribute = defineOperation({
  ...readOperation,
  id: "customer_attributes.get",
  path: "/customer_attributes/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  response: recordResponse,
  errors: ["not_found"],
  summary: "Get a customer custom field",
  example: customerAttributeExamples.get,
});

const updateCustomerAttribute = defineOperation({
  ...writeOperation,
  id: "customer_attributes.update",
  method: "PUT",
  path: "/customer_attributes/:id.json",
  params: idParam,
  body: customerAttributeUpdate,
  wrapper: "customer_attribute",
  response: recordResponse,
  errors: ["not_found", "invalid"],
  summary: "Update a customer custom field",
  description:
    "Omitted fields are left unchanged. `key` and `input_type` cannot be changed; create another custom field " +
    "instead.",
  example: customerAttributeExamples.update,
});

const deleteCustomerAttribute = defineOperation({
  ...writeOperation,
  id: "customer_attributes.delete",
  method: "DELETE",
  path: "/customer_attributes/:id.json",
  params: idParam,
  response: emptyObject,
  errors: ["not_found"],
  summary: "Delete a customer custom field",
  description:
    "Also deletes the field's value from every customer, but no `customer/update` is emitted for them.",
  example: customerAttributeExamples.delete,
});

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const customerAttributeOperations = {
  createCustomerAttribute,
  listCustomerAttributes,
  countCustomerAttributes,
  getCustomerAttribute,
  updateCustomerAttribute,
  deleteCustomerAttribute,
} as const;
