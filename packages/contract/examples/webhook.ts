import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

// A test runs these examples, so the URL must be accepted. The API rejects hosts such as example.com.
const url = "https://app.your-company.com/souk/products";

const webhook = {
  id: 1,
  topic: "product/update",
  url,
  created_at: "2026-11-20T16:46:38.000+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

// Some existing clients read the fields of a created subscription at the top level, so the response has them there too
// (docs/spec/decided.md#requests-and-responses).
export const createWebhookExample: Example = {
  body: { webhook: { topic: "product/update", url } },
  response: { ...webhook, webhook },
};

export const listWebhooksExample: Example = {
  query: { topic: "product/update" },
  response: buildListResponse("webhooks", webhook),
};

export const countWebhooksExample: Example = { response: { count: 1 } };

export const getWebhookExample: Example = { params: { id: 1 }, response: { webhook } };

export const updateWebhookExample: Example = {
  params: { id: 1 },
  body: { webhook: { url: `${url}/v2` } },
  response: { webhook: { ...webhook, url: `${url}/v2` } },
};

export const deleteWebhookExample: Example = { params: { id: 1 }, response: {} };
