import { Type } from "typebox";
import {
  countWebhooksExample,
  createWebhookExample,
  deleteWebhookExample,
  getWebhookExample,
  listWebhooksExample,
  updateWebhookExample,
} from "../examples/webhook.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { webhook, webhookCreate, webhookUpdate } from "../schemas/webhook.ts";

const needs = { surface: "3.0", caller: "token", scopes: [] } as const;
const wrapped = Type.Object({ webhook });
const filters = {
  ids: listParameters.ids,
  topic: { kind: "text", maxLength: 255, description: "Only this topic." },
} as const;

export const createWebhook = operation({
  ...needs,
  id: "webhooks.create",
  method: "POST",
  path: "/webhooks.json",
  params: noParams,
  query: {},
  body: webhookCreate,
  wrapper: "webhook",
  answer: Type.Intersect([webhook, wrapped]),
  refusals: ["invalid", "not_allowed", "gone"],
  summary: "Subscribe to a topic",
  description:
    "One URL per app and topic: repeating a topic replaces its URL. A misspelled topic is stored and never fires. " +
    "With `replay_from` the events of the past are delivered before anything new, in their order, each under its own " +
    "`Service-Event-Sequence` and the installation's next `Service-Delivery-Sequence`. One that no subscription wanted as it " +
    "happened is sent as its record is now, once where several would be the same, and left out where the record is gone. " +
    "`next_after` + 1 of the event log goes on exactly where a reader of the log is. Earlier than the log: `gone`. Of app/uninstall there is no history.",
  badge: "documented",
  clauses: ["WHK-1", "WHK-2", "WHK-3"],
  example: createWebhookExample,
});

export const listWebhooks = operation({
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
  answer: listOf("webhooks", webhook),
  refusals: ["invalid", "not_allowed"],
  summary: "List the app's subscriptions in this store",
  badge: "decided",
  clauses: ["LST-1"],
  example: listWebhooksExample,
});

export const countWebhooks = operation({
  ...needs,
  id: "webhooks.count",
  method: "GET",
  path: "/webhooks/count.json",
  params: noParams,
  query: filters,
  answer: countAnswer,
  refusals: ["invalid", "not_allowed"],
  summary: "Count the app's subscriptions in this store",
  badge: "decided",
  clauses: [],
  example: countWebhooksExample,
});

export const getWebhook = operation({
  ...needs,
  id: "webhooks.get",
  method: "GET",
  path: "/webhooks/:id.json",
  params: idParam,
  query: {},
  answer: wrapped,
  refusals: ["not_found", "not_allowed"],
  summary: "Get a subscription",
  badge: "decided",
  clauses: [],
  example: getWebhookExample,
});

export const updateWebhook = operation({
  ...needs,
  id: "webhooks.update",
  method: "PUT",
  path: "/webhooks/:id.json",
  params: idParam,
  query: {},
  body: webhookUpdate,
  wrapper: "webhook",
  answer: wrapped,
  refusals: ["not_found", "invalid", "not_allowed"],
  summary: "Change the URL of a subscription",
  badge: "decided",
  clauses: ["WHK-2"],
  example: updateWebhookExample,
});

export const deleteWebhook = operation({
  ...needs,
  id: "webhooks.delete",
  method: "DELETE",
  path: "/webhooks/:id.json",
  params: idParam,
  query: {},
  answer: nothing,
  refusals: ["not_found", "not_allowed"],
  summary: "End a subscription",
  badge: "decided",
  clauses: [],
  example: deleteWebhookExample,
});
