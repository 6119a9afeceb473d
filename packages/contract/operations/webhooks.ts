import { Type } from "typebox";
import {
  countWebhooksExample,
  createWebhookExample,
  deleteWebhookExample,
  getWebhookExample,
  listWebhooksExample,
  updateWebhookExample,
} from "../examples/webhook.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { webhook, webhookCreate, webhookUpdate } from "../schemas/webhook.ts";

const commonProperties = { surface: "3.0", auth: "token", scopes: [], rights: [] } as const;
const recordResponse = Type.Object({ webhook });
const filters = {
  ids: listParameters.ids,
  topic: { kind: "text", maxLength: 255, description: "Returns the subscription to this topic." },
} as const;

export const createWebhook = defineOperation({
  ...commonProperties,
  id: "webhooks.create",
  method: "POST",
  path: "/webhooks.json",
  params: noParams,
  query: {},
  body: webhookCreate,
  wrapper: "webhook",
  response: Type.Intersect([webhook, recordResponse]),
  errors: ["invalid", "not_allowed", "gone", "quota_exceeded"],
  summary: "Create a webhook subscription",
  description:
    "An app has one URL per topic. If the topic already has a URL, the new URL replaces it. A topic that does not " +
    "exist is stored, but no webhook is sent for it. If `replay_from` is set, past events are delivered in order " +
    "before new ones, each with its own `Service-Event-Sequence` and the installation's next " +
    "`Service-Delivery-Sequence`. Events from before you subscribed contain the record's current state; several " +
    "events of one record are merged into one, and deleted records are skipped. To continue where you stopped " +
    "reading the event log, set `replay_from` to `next_after` + 1. If `replay_from` is before the oldest " +
    "available event, the request is rejected with 410 (`gone`). app/uninstall cannot be replayed.",
  definedBy: "interface",
  clauses: ["WHK-1", "WHK-2", "WHK-3"],
  example: createWebhookExample,
});

export const listWebhooks = defineOperation({
  ...commonProperties,
  id: "webhooks.list",
  method: "GET",
  path: "/webhooks.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
  },
  response: createListSchema("webhooks", webhook),
  errors: ["invalid", "not_allowed"],
  summary: "List webhook subscriptions",
  definedBy: "souk",
  clauses: ["LST-1"],
  example: listWebhooksExample,
});

export const countWebhooks = defineOperation({
  ...commonProperties,
  id: "webhooks.count",
  method: "GET",
  path: "/webhooks/count.json",
  params: noParams,
  query: filters,
  response: countResponse,
  errors: ["invalid", "not_allowed"],
  summary: "Count webhook subscriptions",
  definedBy: "souk",
  clauses: [],
  example: countWebhooksExample,
});

export const getWebhook = defineOperation({
  ...commonProperties,
  id: "webhooks.get",
  method: "GET",
  path: "/webhooks/:id.json",
  params: idParam,
  query: {},
  response: recordResponse,
  errors: ["not_found", "not_allowed"],
  summary: "Get a webhook subscription",
  definedBy: "souk",
  clauses: [],
  example: getWebhookExample,
});

export const updateWebhook = defineOperation({
  ...commonProperties,
  id: "webhooks.update",
  method: "PUT",
  path: "/webhooks/:id.json",
  params: idParam,
  query: {},
  body: webhookUpdate,
  wrapper: "webhook",
  response: recordResponse,
  errors: ["not_found", "invalid", "not_allowed"],
  summary: "Update a webhook subscription",
  definedBy: "souk",
  clauses: ["WHK-2"],
  example: updateWebhookExample,
});

export const deleteWebhook = defineOperation({
  ...commonProperties,
  id: "webhooks.delete",
  method: "DELETE",
  path: "/webhooks/:id.json",
  params: idParam,
  query: {},
  response: emptyObject,
  errors: ["not_found", "not_allowed"],
  summary: "Delete a webhook subscription",
  definedBy: "souk",
  clauses: [],
  example: deleteWebhookExample,
});
