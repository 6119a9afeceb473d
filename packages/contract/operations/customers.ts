import { Type } from "typebox";
import { customerExamples } from "../examples/customer.ts";
import { operation } from "../operation.ts";
import { cursorListOf, listOf } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { customer, customerCreate, customerUpdate } from "../schemas/customer.ts";
import { customerFilters, customerSearch, customerSort } from "./customer-filters.ts";

const wrapped = Type.Object({ customer });
const attributesNote =
  "Custom fields (`attributes`) are shown with read_customer_attributes alone, and taken with write_customer_attributes alone " +
  "(CUS-3).";
const searchNote =
  "By e-mail, phone, code or words; at least one is sent, and of several a customer must meet each.";

type Version = "3.0" | "4.0";

function readingOn<const S extends Version, const N extends string>(surface: S, name: N) {
  const read = { surface, caller: "token", method: "GET", scopes: [["read_customers"]] } as const;
  const examples = customerExamples[surface];
  return {
    count: operation({
      ...read,
      id: `${name}.count`,
      path: "/customers/count.json",
      params: noParams,
      query: customerFilters,
      answer: countAnswer,
      refusals: ["invalid"],
      summary: "Count customers",
      badge: "decided",
      clauses: [],
      example: examples.count,
    }),
    get: operation({
      ...read,
      id: `${name}.get`,
      path: "/customers/:id.json",
      params: idParam,
      query: { fields: listParameters.fields },
      answer: wrapped,
      refusals: ["not_found"],
      summary: "Get a customer",
      description: attributesNote,
      badge: "decided",
      clauses: ["WHK-14"],
      example: examples.get,
    }),
  };
}

function writingOn<const S extends Version, const N extends string>(surface: S, name: N) {
  const write = { surface, caller: "token", scopes: [["write_customers"]], query: {} } as const;
  const sent = { wrapper: "customer", answer: wrapped } as const;
  const examples = customerExamples[surface];
  return {
    create: operation({
      ...write,
      ...sent,
      id: `${name}.create`,
      method: "POST",
      path: "/customers.json",
      params: noParams,
      body: customerCreate,
      refusals: ["invalid", "scope_missing"],
      topics: ["customer/create"],
      summary: "Create a customer",
      description:
        "At least a name, an e-mail address, a phone or a code is sent. Whoever may write custom fields must send the required " +
        `ones. ${attributesNote}`,
      badge: "documented",
      clauses: ["CUS-1", "CUS-3"],
      example: examples.create,
    }),
    update: operation({
      ...write,
      ...sent,
      id: `${name}.update`,
      method: "PUT",
      path: "/customers/:id.json",
      params: idParam,
      body: customerUpdate,
      refusals: ["not_found", "invalid", "scope_missing"],
      topics: ["customer/update"],
      summary: "Update a customer",
      description:
        "What is sent changes, the rest stays; what is as asked already changes nothing and sends nothing. Addresses, groups, " +
        `credit and points are changed by operations of their own; here they are let pass. ${attributesNote}`,
      badge: "documented",
      clauses: ["CUS-1", "CUS-3"],
      example: examples.update,
    }),
    delete: operation({
      ...write,
      id: `${name}.delete`,
      method: "DELETE",
      path: "/customers/:id.json",
      params: idParam,
      answer: nothing,
      refusals: ["not_found"],
      topics: ["customer/delete"],
      summary: "Delete a customer",
      description: "Their addresses, custom fields and metafields go with them, and they leave their groups.",
      badge: "decided",
      clauses: [],
      example: examples.delete,
    }),
  };
}

const listing = { caller: "token", method: "GET", scopes: [["read_customers"]], params: noParams } as const;

const listCustomers = operation({
  ...listing,
  surface: "3.0",
  id: "customers.list",
  path: "/customers.json",
  query: { ...listParameters, ...customerFilters, sort: customerSort },
  answer: listOf("customers", customer),
  refusals: ["invalid"],
  summary: "List customers",
  description: attributesNote,
  badge: "documented",
  clauses: ["CUS-1", "LST-1", "LST-4"],
  example: customerExamples["3.0"].list,
});

const searchCustomers = operation({
  ...listing,
  surface: "3.0",
  id: "customers.search",
  path: "/customers/search.json",
  query: { ...listParameters, ...customerSearch, sort: customerSort },
  answer: listOf("customers", customer),
  refusals: ["invalid"],
  summary: "Search customers",
  description: searchNote,
  badge: "documented",
  clauses: ["CUS-1"],
  example: customerExamples["3.0"].search,
});

const listCustomersByCursor = operation({
  ...listing,
  surface: "4.0",
  id: "customers_v4.list",
  path: "/customers.json",
  query: { ...cursorListParameters, ...customerFilters, sort: customerSort },
  answer: cursorListOf("customers", customer),
  refusals: ["invalid"],
  summary: "List customers, with a cursor",
  description: `The same customers as in 3.0. A walk by cursor begins with sort=id.asc. ${attributesNote}`,
  badge: "documented",
  clauses: ["API-5", "LST-1"],
  example: customerExamples["4.0"].list,
});

const searchCustomersByCursor = operation({
  ...listing,
  surface: "4.0",
  id: "customers_v4.search",
  path: "/customers/search.json",
  query: { ...cursorListParameters, ...customerSearch, sort: customerSort },
  answer: cursorListOf("customers", customer),
  refusals: ["invalid"],
  summary: "Search customers, with a cursor",
  description: searchNote,
  badge: "decided",
  clauses: ["API-5"],
  example: customerExamples["4.0"].search,
});

// API-5: the same customers in both versions; their lists differ.
const v3 = { ...readingOn("3.0", "customers"), ...writingOn("3.0", "customers") };
const v4 = { ...readingOn("4.0", "customers_v4"), ...writingOn("4.0", "customers_v4") };

/** In the order of the reference, which is that in which their examples run. */
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
