import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const sent = {
  key: "shoe_size",
  title: "Shoe size",
  input_type: "select",
  is_required: false,
  options: ["38", "39", "40", "41"],
};

const customer_attribute = {
  id: 2,
  ...sent,
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

const more = [...sent.options, "42"];

/** The examples of custom fields; the first one of the shop is one that was there before. */
export const customerAttributeExamples = {
  create: { body: { customer_attribute: sent }, answer: { customer_attribute } },
  list: { query: { key: "shoe_size" }, answer: listExample("customer_attributes", customer_attribute) },
  count: { answer: { count: 2 } },
  get: { params: { id: 2 }, answer: { customer_attribute } },
  update: {
    params: { id: 2 },
    body: { customer_attribute: { options: more } },
    answer: { customer_attribute: { ...customer_attribute, options: more } },
  },
  delete: { params: { id: 1 }, answer: {} },
} satisfies Record<string, Example>;
