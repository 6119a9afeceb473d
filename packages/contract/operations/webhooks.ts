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

const needs = { surface: "3.0", auth: "token", scopes: [] } as const;
const wrapped = Type.Object({ webhook });
const filters = {
  ids: listParameters.ids,
  topic: { kind: "text", maxLength: 255, description: "Returns the subscription to this topic." },
} as const;

export const createWebhook = defineOperation({
  ...needs,
  id: "webhooks.create",
  method: "POST",
  path: "/webhooks.json",
  params: noParams,
  query: {},
  body: webhookCreate,
  wrapper: "webhook",
  response: Type.Intersect([webhook, wrapped]),
  errors: ["invalid", "not_allowed", "gone"],
  summary: "Create a webhook subscription",
  description:
    "One URL is stored per app and topic: repeating a topic replaces its URL. A misspelled topic is stored and " +
    "is never sent. With `replay_from`, past events are delivered before new ones, in order, each with its own " +
    "`Service-Event-Sequence` and the installation's next `Service-Delivery-Sequence`. Events from before you " +
    "subscribed carry the record's current state. Repeats are merged; deleted records are skipped. To continue " +
    "exactly where a reader of the event log stopped, send its `next_after` + 1. A start before the oldest kept " +
    "event is rejected with 410 (`gone`). app/uninstall cannot be replayed.",
  badge: "documented",
  clauses: ["WHK-1", "WHK-2", "WHK-3"],
  example: createWebhookExample,
});

export const listWebhooks = defineOperation({
  ...needs,
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
  badge: "decided",
  clauses: ["LST-1"],
  example: listWebhooksExample,
});

export const countWebhooks = defineOperation({
  ...needs,
  id: "webhooks.count",
  method: "GET",
  path: "/webhooks/count.json",
  params: noParams,
  query: filters,
  response: countResponse,
  errors: ["invalid", "not_allowed"],
  summary: "Count webhook subscriptions",
  badge: "decided",
  clauses: [],
  example: countWebhooksExample,
});

export const getWebhook = defineOperation({
  ...needs,
  id: "webhooks.get",
  method: "GET",
  path: "/webhooks/:id.json",
  params: idParam,
  query: {},
  response: wrapped,
  errors: ["not_found", "not_allowed"],
  summary: "Get a webhook subscription",
  badge: "decided",
  clauses: [],
  example: getWebhookExample,
});

export const updateWebhook = defineOperation({
  ...needs,
  id: "webhooks.update",
  method: "PUT",
  path: "/webhooks/:id.json",
  params: idParam,
  query: {},
  body: webhookUpdate,
  wrapper: "webhook",
  response: wrapped,
  errors: ["not_found", "invalid", "not_allowed"],
  summary: "Update a webhook subscription",
  badge: "decided",
  clauses: ["WHK-2"],
  example: updateWebhookExample,
});

export const deleteWebhook = defineOperation({
  ...needs,
  id: "webhooks.delete",
  method: "DELETE",
  path: "/webhooks/:id.json",
  params: idParam,
  query: {},
  response: emptyObject,
  errors: ["not_found", "not_allowed"],
  summary: "Delete a webhook subscription",
  badge: "decided",
  clauses: [],
  example: deleteWebhookExample,
});
