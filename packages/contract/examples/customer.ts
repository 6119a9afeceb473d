import type { Example } from "../operation.ts";
import { home, homeSent } from "./customer-address.ts";
import { cursorListExample, listExample } from "./list.ts";

const sent = {
  first_name: "Aisyah",
  last_name: "Rahman",
  email: "aisyah.rahman@kedai.my",
  phone: "012-345 6789",
  birthdate: "1990-05-17",
  gender: "female",
  country_code: "MY",
  accepts_marketing: true,
  tags: ["wholesale"],
};

const nothingBought = { total_spent: "0.00", order_count: 0, last_order_id: null };
const balances = { total_credit: "0.00", total_point: 0 };
const written = { created_at: "2026-11-02T09:15:04.120+08:00", updated_at: "2026-11-20T16:46:38.000+08:00" };

const customer = {
  id: 2,
  code: "",
  ...sent,
  phone: "+60123456789",
  note: "",
  ...nothingBought,
  ...balances,
  primary_address: home,
  addresses: [home],
  groups: [],
  attributes: { shoe_size: "39" },
  ...written,
};

/** A customer as an example of another record shows one. */
export const shownCustomer = customer;

const other = {
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

const noted = { note: "Rings before she comes." };

/**
 * The examples of customers, by version of the API. Each deletes a customer that no other example needs: of the shop's first
 * ones that was there before.
 */
export const customerExamples = {
  "3.0": {
    create: {
      body: { customer: { ...sent, addresses: [homeSent], attributes: { shoe_size: "39" } } },
      answer: { customer },
    },
    list: {
      query: { sort: "id.asc", since_id: "2", tags: "wholesale" },
      answer: listExample("customers", customer),
    },
    count: { query: { accepts_marketing: "true" }, answer: { count: 1 } },
    search: { query: { phone: "+60 12-345 6789" }, answer: listExample("customers", customer) },
    get: { params: { id: 2 }, answer: { customer } },
    update: {
      params: { id: 2 },
      body: { customer: noted },
      answer: { customer: { ...customer, ...noted } },
    },
    delete: { params: { id: 1 }, answer: {} },
  },
  "4.0": {
    create: {
      body: { customer: { first_name: other.first_name, last_name: other.last_name, email: other.email } },
      answer: { customer: other },
    },
    list: { query: { sort: "id.asc", tags: "wholesale" }, answer: cursorListExample("customers", customer) },
    count: { query: { query: "aisyah" }, answer: { count: 1 } },
    search: { query: { email: sent.email }, answer: cursorListExample("customers", customer) },
    get: { params: { id: 2 }, answer: { customer } },
    update: {
      params: { id: 3 },
      body: { customer: noted },
      answer: { customer: { ...other, ...noted } },
    },
    delete: { params: { id: 3 }, answer: {} },
  },
} satisfies Record<string, Record<string, Example>>;
