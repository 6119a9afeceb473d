import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

const createBody = {
  key: "shoe_size",
  title: "Shoe size",
  input_type: "select",
  is_required: false,
  options: ["38", "39", "40", "41"],
};

const customer_attribute = {
  id: 2,
  ...createBody,
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

const extendedOptions = [...createBody.options, "42"];

/** Examples of custom fields. They run in a store that already has a custom field with id 1. */
export const customerAttributeExamples = {
  create: { body: { customer_attribute: createBody }, response: { customer_attribute } },
  list: {
    query: { key: "shoe_size" },
    response: buildListResponse("customer_attributes", customer_attribute),
  },
  count: { response: { count: 2 } },
  get: { params: { id: 2 }, response: { customer_attribute } },
  update: {
    params: { id: 2 },
    body: { customer_attribute: { options: extendedOptions } },
    response: { customer_attribute: { ...customer_attribute, options: extendedOptions } },
  },
  delete: { params: { id: 1 }, response: {} },
} satisfies Record<string, Example>;
