import { Type } from "typebox";
import { customerExamples } from "../examples/customer.ts";
import { defineOperation } from "../operation.ts";
import { createCursorListSchema, createListSchema } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { customer, customerCreate, customerUpdate } from "../schemas/customer.ts";
import { customerFilters, customerSearch, customerSort } from "./customer-filters.ts";

const recordResponse = Type.Object({ customer });
const attributesNote =
  "Custom fields (`attributes`) are returned only with the scope read_customer_attributes and accepted only " +
  "with write_customer_attributes.";
const searchNote =
  "Search by `email`, `phone`, `code` or `query`. At least one of them is required. Returns customers who match " +
  "all of the sent parameters.";

type Version = "3.0" | "4.0";

function createReadOperations<const S extends Version, const N extends string>(surface: S, name: N) {
  const readOperation = {
    surface,
    auth: "token",
    method: "GET",
    scopes: [["read_customers"]],
    rights: [["customers.view"]],
  } as const;
  const examples = customerExamples[surface];
  return {
    count: defineOperation({
      ...readOperation,
      id: `${name}.count`,
      path: "/customers/count.json",
      params: noParams,
      query: customerFilters,
      response: countResponse,
      errors: ["invalid"],
      summary: "Count customers",
      definedBy: "souk",
      clauses: [],
      example: examples.count,
    }),
    get: defineOperation({
      ...readOperation,
      id: `${name}.get`,
      path: "/customers/:id.json",
      params: idParam,
      query: { fields: listParameters.fields },
      response: recordResponse,
      errors: ["not_found"],
      summary: "Get a customer",
      description: attributesNote,
      definedBy: "souk",
      clauses: ["WHK-14"],
      example: examples.get,
    }),
  };
}

function createWriteOperations<const S extends Version, const N extends string>(surface: S, name: N) {
  const writeOperation = {
    surface,
    auth: "token",
    scopes: [["write_customers"]],
    rights: [["customers.edit"]],
    query: {},
  } as const;
  const bodyAndResponse = { wrapper: "customer", response: recordResponse } as const;
  const examples = customerExamples[surface];
  return {
    create: defineOperation({
      ...writeOperation,
      ...bodyAndResponse,
      id: `${name}.create`,
      method: "POST",
      path: "/customers.json",
      params: noParams,
      body: customerCreate,
      errors: ["invalid", "scope_missing"],
      topics: ["customer/create"],
      summary: "Create a customer",
      description:
        "Requires at least one of name, email, phone and code. With the scope write_customer_attributes, every " +
        `required custom field must be sent. ${attributesNote}`,
      definedBy: "interface",
      clauses: ["CUS-1", "CUS-3"],
      example: examples.create,
    }),
    update: defineOperation({
      ...writeOperation,
      ...bodyAndResponse,
      id: `${name}.update`,
      method: "PUT",
      path: "/customers/:id.json",
      params: idParam,
      body: customerUpdate,
      errors: ["not_found", "invalid", "scope_missing"],
      topics: ["customer/update"],
      summary: "Update a customer",
      description:
        "Omitted fields are left unchanged; an update without changes emits no event. `addresses`, `groups`, " +
        "`total_credit` and `total_point` are accepted and ignored, because they have their own endpoints. " +
        attributesNote,
      definedBy: "interface",
      clauses: ["CUS-1", "CUS-3"],
      example: examples.update,
    }),
    delete: defineOperation({
      ...writeOperation,
      id: `${name}.delete`,
      method: "DELETE",
      path: "/customers/:id.json",
      params: idParam,
      response: emptyObject,
      errors: ["not_found"],
      topics: ["customer/delete"],
      summary: "Delete a customer",
      description:
        "Also deletes the customer's addresses, custom field values and metafields, and removes the customer from " +
        "all groups.",
      definedBy: "souk",
      clauses: [],
      example: examples.delete,
    }),
  };
}

const listOperation = {
  auth: "token",
  method: "GET",
  scopes: [["read_customers"]],
  rights: [["customers.view"]],
  params: noParams,
} as const;

const listCustomers = defineOperation({
  ...listOperation,
  surface: "3.0",
  id: "customers.list",
  path: "/customers.json",
  query: { ...listParameters, ...customerFilters, sort: customerSort },
  response: createListSchema("customers", customer),
  errors: ["invalid"],
  summary: "List customers",
  description: attributesNote,
  definedBy: "interface",
  clauses: ["CUS-1", "LST-1", "LST-4"],
  example: customerExamples["3.0"].list,
});

const searchCustomers = defineOperation({
  ...listOperation,
  surface: "3.0",
  id: "customers.search",
  path: "/customers/search.json",
  query: { ...listParameters, ...customerSearch, sort: customerSort },
  response: createListSchema("customers", customer),
  errors: ["invalid"],
  summary: "Search customers",
  description: searchNote,
  definedBy: "interface",
  clauses: ["CUS-1"],
  example: customerExamples["3.0"].search,
});

const listCustomersByCursor = defineOperation({
  ...listOperation,
  surface: "4.0",
  id: "customers_v4.list",
  path: "/customers.json",
  query: { ...cursorListParameters, ...customerFilters, sort: customerSort },
  response: createCursorListSchema("customers", customer),
  errors: ["invalid"],
  summary: "List customers (4.0)",
  description:
    "Returns the same customers as 3.0, with cursor paging. To use the cursor, start with `sort=id.asc`. " +
    attributesNote,
  definedBy: "interface",
  clauses: ["API-5", "LST-1"],
  example: customerExamples["4.0"].list,
});

const searchCustomersByCursor = defineOperation({
  ...listOperation,
  surface: "4.0",
  id: "customers_v4.search",
  path: "/customers/search.json",
  query: { ...cursorListParameters, ...customerSearch, sort: customerSort },
  response: createCursorListSchema("customers", customer),
  errors: ["invalid"],
  summary: "Search customers (4.0)",
  description: searchNote,
  definedBy: "souk",
  clauses: ["API-5"],
  example: customerExamples["4.0"].search,
});

// API-5: customers are the same in both versions. Only the list and search operations differ.
const v3 = { ...createReadOperations("3.0", "customers"), ...createWriteOperations("3.0", "customers") };
const v4 = {
  ...createReadOperations("4.0", "customers_v4"),
  ...createWriteOperations("4.0", "customers_v4"),
};

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const customerOperations = {
  createCustomer: v3.create,
  listCustomers,
  countCustomers: v3.count,
  searchCustomers,
  getCustomer: v3.get,
  updateCustomer: v3.update,
  deleteCustomer: v3.delete,
  createCustomerV4: v4.create,
  listCustomersByCursor,
  countCustomersV4: v4.count,
  searchCustomersByCursor,
  getCustomerV4: v4.get,
  updateCustomerV4: v4.update,
  deleteCustomerV4: v4.delete,
} as const;
