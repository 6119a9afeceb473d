import assert from "node:assert/strict";
import { test } from "node:test";
import { webhookHeaders } from "@souk/contract";
import { webhookRequest } from "./request.ts";

test("a webhook that somebody asked for anew carries exactly the headers that the reference lists (WHK-4, WHK-6)", () => {
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
  const namesFor = (topic: string) => {
    const parts = { url: "https://a.test/", shop: "demo.souk.test", payload: "{}", secret: "s" };
    const { headers } = webhookRequest({ ...delivery, topic } as Parameters<typeof webhookRequest>[0], parts);
    return Object.keys(headers)
      .filter((name) => name.startsWith("Service-"))
      .sort();
  };
  const listed = (context: boolean) =>
    webhookHeaders
      .filter(({ withContext }) => context || !withContext)
      .map(({ name }) => name)
      .sort();
  assert.deepEqual(namesFor("product/update"), listed(true));
  assert.deepEqual(namesFor("order/create"), listed(false));
});
