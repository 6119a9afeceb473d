import type { Example } from "../operation.ts";
import { customerFields } from "../schemas/customer-fields.ts";
import { getExampleValues } from "../schemas/field-table.ts";
import { homeAddress, homeInput } from "./customer-address.ts";
import { buildCursorListResponse, buildListResponse } from "./list.ts";

// `code` and `note` are empty, so the create example does not send them.
const { code, note, ...fields } = getExampleValues(customerFields);
const createBody = { ...fields, phone: "012-345 6789" };

const noOrderTotals = { total_spent: "0.00", order_count: 0, last_order_id: null };
const balances = { total_credit: "0.00", total_point: 0 };
const times = { created_at: "2026-11-02T09:15:04.120+08:00", updated_at: "2026-11-20T16:46:38.000+08:00" };

const customer = {
  id: 2,
  code,
  ...fields,
  note,
  ...noOrderTotals,
  ...balances,
  primary_address: homeAddress,
  addresses: [homeAddress],
  groups: [],
  attributes: { shoe_size: "39" },
  ...times,
};

/** Customer for the examples of other records. */
export const exampleCustomer = customer;

const secondCustomer = {
  ...customer,
  id: 3,
  first_name: "Wei Ling",
  last_name: "Tan",
  email: "weiling@kedai.my",
  phone: "",
  birthdate: null,
  gender: null,
  country_code: "",
  accepts_marketing: false,
  tags: [],
  primary_address: null,
  addresses: [],
  attributes: {},
};

const updateBody = { note: "Rings before she comes." };

/**
 * Examples of customers, by API version. The last example of a version deletes a customer. None of the examples that follow, of
 * another version or of other records, needs this customer.
 */
export const customerExamples = {
  "3.0": {
    create: {
      body: { customer: { ...createBody, addresses: [homeInput], attributes: { shoe_size: "39" } } },
      response: { customer },
    },
    list: {
      query: { sort: "id.asc", since_id: "2", tags: "wholesale" },
      response: buildListResponse("customers", customer),
    },
    count: { query: { accepts_marketing: "true" }, response: { count: 1 } },
    search: { query: { phone: "+60 12-345 6789" }, response: buildListResponse("customers", customer) },
    get: { params: { id: 2 }, response: { customer } },
    update: {
      params: { id: 2 },
      body: { customer: updateBody },
      response: { customer: { ...customer, ...updateBody } },
    },
    delete: { params: { id: 1 }, response: {} },
  },
  "4.0": {
    create: {
      body: {
        customer: {
          first_name: secondCustomer.first_name,
          last_name: secondCustomer.last_name,
          email: secondCustomer.email,
        },
      },
      response: { customer: secondCustomer },
    },
    list: {
      query: { sort: "id.asc", tags: "wholesale" },
      response: buildCursorListResponse("customers", customer),
    },
    count: { query: { query: "aisyah" }, response: { count: 1 } },
    search: { query: { email: createBody.email }, response: buildCursorListResponse("customers", customer) },
    get: { params: { id: 2 }, response: { customer } },
    update: {
      params: { id: 3 },
      body: { customer: updateBody },
      response: { customer: { ...secondCustomer, ...updateBody } },
    },
    delete: { params: { id: 3 }, response: {} },
  },
} satisfies Record<string, Record<string, Example>>;
