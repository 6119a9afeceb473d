import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

const timestamps = {
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};
const byId = { params: { id: 1 } };

interface ExampleData {
  plural: string;
  singular: string;
  createBody: Readonly<Record<string, string>>;
  /** Fields that the app can omit, with their defaults. */
  defaults?: Readonly<Record<string, string>>;
  filter: Readonly<Record<string, string>>;
  updateBody: Readonly<Record<string, string>>;
}

function buildExamples({ plural, singular, createBody, defaults = {}, filter, updateBody }: ExampleData) {
  const record = { id: 1, ...createBody, ...defaults, ...timestamps };
  return {
    create: { body: { [singular]: createBody }, response: { [singular]: record } },
    list: { query: filter, response: buildListResponse(plural, record) },
    count: { query: filter, response: { count: 1 } },
    get: { ...byId, response: { [singular]: record } },
    update: {
      ...byId,
      body: { [singular]: updateBody },
      response: { [singular]: { ...record, ...updateBody } },
    },
    delete: { ...byId, response: {} },
  } satisfies Record<string, Example>;
}

export const snippetExamples = buildExamples({
  plural: "snippets",
  singular: "snippet",
  createBody: {
    field: "product/button",
    value: '<p class="in-stock">Sent today when you order before 3 pm</p>',
  },
  filter: { field: "product/button" },
  updateBody: { value: '<p class="in-stock">Sent today when you order before 5 pm</p>' },
});

// A test runs these examples, so their URLs must be accepted. The API rejects hosts such as example.com.
export const scriptTagExamples = buildExamples({
  plural: "script_tags",
  singular: "script_tag",
  createBody: { src: "https://app.your-company.com/souk/reviews.js" },
  defaults: { event: "onload" },
  filter: { src: "https://app.your-company.com/souk/reviews.js" },
  updateBody: { src: "https://app.your-company.com/souk/reviews-v2.js" },
});

export const adminLinkExamples = buildExamples({
  plural: "admin_links",
  singular: "admin_link",
  createBody: { label: "Print packing slips", url: "/packing-slips?size=a6", placement: "orders" },
  filter: { placement: "orders" },
  updateBody: { label: "Print slips" },
});

const commonCallbackExamples = buildExamples({
  plural: "curls",
  singular: "curl",
  createBody: { topic: "shipping/list/non_cod", url: "https://app.your-company.com/souk/rates" },
  filter: { topic: "shipping/list/non_cod" },
  updateBody: { url: "https://app.your-company.com/souk/rates/v2" },
});

const createdCallback = commonCallbackExamples.create.response["curl"];

// Some existing clients read the fields of a created callback (a `curl` in the API) at the top level, so the response has
// them there too (docs/spec/decided.md#requests-and-responses).
export const curlExamples = {
  ...commonCallbackExamples,
  create: { ...commonCallbackExamples.create, response: { ...createdCallback, curl: createdCallback } },
} satisfies Record<string, Example>;
