import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const written = { created_at: "2026-11-02T09:15:04.120+08:00", updated_at: "2026-11-20T16:46:38.000+08:00" };
const one = { params: { id: 1 } };

interface Sample {
  plural: string;
  singular: string;
  sent: Readonly<Record<string, string>>;
  /** Fields that the app can omit, with their defaults. */
  set?: Readonly<Record<string, string>>;
  filter: Readonly<Record<string, string>>;
  changed: Readonly<Record<string, string>>;
}

function buildExamples({ plural, singular, sent, set = {}, filter, changed }: Sample) {
  const record = { id: 1, ...sent, ...set, ...written };
  return {
    create: { body: { [singular]: sent }, response: { [singular]: record } },
    list: { query: filter, response: listExample(plural, record) },
    count: { query: filter, response: { count: 1 } },
    get: { ...one, response: { [singular]: record } },
    update: { ...one, body: { [singular]: changed }, response: { [singular]: { ...record, ...changed } } },
    delete: { ...one, response: {} },
  } satisfies Record<string, Example>;
}

export const snippetExamples = buildExamples({
  plural: "snippets",
  singular: "snippet",
  sent: { field: "product/button", value: '<p class="in-stock">Sent today when you order before 3 pm</p>' },
  filter: { field: "product/button" },
  changed: { value: '<p class="in-stock">Sent today when you order before 5 pm</p>' },
});

// A test runs these, so the addresses must be such as are taken, and example.com is none.
export const scriptTagExamples = buildExamples({
  plural: "script_tags",
  singular: "script_tag",
  sent: { src: "https://app.your-company.com/souk/reviews.js" },
  set: { event: "onload" },
  filter: { src: "https://app.your-company.com/souk/reviews.js" },
  changed: { src: "https://app.your-company.com/souk/reviews-v2.js" },
});

export const adminLinkExamples = buildExamples({
  plural: "admin_links",
  singular: "admin_link",
  sent: { label: "Print packing slips", url: "/packing-slips?size=a6", placement: "orders" },
  filter: { placement: "orders" },
  changed: { label: "Print slips" },
});

const curls = buildExamples({
  plural: "curls",
  singular: "curl",
  sent: { topic: "shipping/list/non_cod", url: "https://app.your-company.com/souk/rates" },
  filter: { topic: "shipping/list/non_cod" },
  changed: { url: "https://app.your-company.com/souk/rates/v2" },
});

// Clients of this family read the fields unwrapped (docs/spec/decided.md#requests-and-responses).
export const curlExamples = {
  ...curls,
  create: {
    ...curls.create,
    response: { ...curls.create.response["curl"], curl: curls.create.response["curl"] },
  },
} satisfies Record<string, Example>;
