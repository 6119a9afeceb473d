import assert from "node:assert/strict";
import { test } from "node:test";
import { webhookHeaders } from "@souk/contract";
import { buildWebhookRequest } from "./request.ts";

test("a resent webhook has exactly the headers that the reference lists (WHK-4, WHK-6)", () => {
  const delivery = {
    id: 1,
    number: 2,
    event_sequence: 3,
    event_id: 4,
    attempts: 0,
    replays: 1,
    reduced: false,
    withheld: [] as readonly string[],
    context: "order/create",
    trigger_by_app: "stock-sync",
    occurred_at: new Date(0),
    created_at: new Date(0),
  };
  const listSentHeaders = (topic: string) => {
    const input = {
      url: "https://a.test/",
      shop: "demo.souk.test",
      payload: "{}",
      secret: "s",
      sentAt: new Date(0),
    };
    const { headers } = buildWebhookRequest(
      { ...delivery, topic } as Parameters<typeof buildWebhookRequest>[0],
      input,
    );
    return Object.keys(headers)
      .filter((name) => /^(Service|webhook)-/.test(name))
      .sort();
  };
  const listDocumentedHeaders = (hasContext: boolean) =>
    webhookHeaders
      .filter(({ isContextOnly }) => hasContext || !isContextOnly)
      .map(({ name }) => name)
      .sort();
  // WHK-6: webhooks of `order/create` have no context headers, even if the delivery has a context.
  assert.deepEqual(listSentHeaders("product/update"), listDocumentedHeaders(true));
  assert.deepEqual(listSentHeaders("order/create"), listDocumentedHeaders(false));
});
