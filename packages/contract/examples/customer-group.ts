import type { Example } from "../operation.ts";
import { exampleCustomer } from "./customer.ts";
import { buildListResponse } from "./list.ts";

const customer_group = {
  id: 1,
  name: "Wholesale",
  description: "Buys by the carton.",
  customers_count: 0,
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

const groupWithCustomer = { ...customer_group, customers_count: 1 };
const member = { ...exampleCustomer, groups: [{ id: 1, name: "Wholesale" }] };
const groupRequest = { params: { id: 1 } };
const customersBody = { customer_ids: [2] };

/** Examples of customer groups. Their customer is created by an earlier example. */
export const customerGroupExamples = {
  create: {
    body: { customer_group: { name: "Wholesale", description: "Buys by the carton." } },
    response: { customer_group },
  },
  list: { query: { query: "whole" }, response: buildListResponse("customer_groups", customer_group) },
  count: { response: { count: 1 } },
  get: { ...groupRequest, response: { customer_group } },
  update: {
    ...groupRequest,
    body: { customer_group: { description: "Buys by the dozen." } },
    response: { customer_group: { ...customer_group, description: "Buys by the dozen." } },
  },
  addCustomers: { ...groupRequest, body: customersBody, response: { customer_group: groupWithCustomer } },
  listCustomers: {
    ...groupRequest,
    query: { sort: "id.asc" },
    response: buildListResponse("customers", member),
  },
  countCustomers: { ...groupRequest, response: { count: 1 } },
  removeCustomers: { ...groupRequest, body: customersBody, response: {} },
  delete: { ...groupRequest, response: {} },
} satisfies Record<string, Example>;
