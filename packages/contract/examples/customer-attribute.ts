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

/** Examples of custom fields. The store's first custom field exists before they run. */
export const customerAttributeExamples = {
  create: { body: { customer_attribute: sent }, response: { customer_attribute } },
  list: { query: { key: "shoe_size" }, response: listExample("customer_attributes", customer_attribute) },
  count: { response: { count: 2 } },
  get: { params: { id: 2 }, response: { customer_attribute } },
  update: {
    params: { id: 2 },
    body: { customer_attribute: { options: more } },
    response: { customer_attribute: { ...customer_attribute, options: more } },
  },
  delete: { params: { id: 1 }, response: {} },
} satisfies Record<string, Example>;
