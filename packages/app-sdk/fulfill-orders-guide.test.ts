import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  callConsole,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { install } from "./testing/app-fixture.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let store: SeededStore;
let program: GuideProgram;
let orderIds: number[];

before(async () => {
  platform = await startTestPlatform();
  store = await seedStore(platform);
  orderIds = [await placeOrder(), await placeOrder()];
  program = await startGuideProgram(platform, "docs/guides/fulfill-orders.md");
  const { registeredApp, url } = program;
  await install(store, { registeredApp });
  await platform.database.query(
    `insert into app_fulfillment_urls (app_id, topic, url)
     select $1, unnest(array['fulfillment/single', 'fulfillment/bulk']), $2`,
    [registeredApp.id, `${url}/webhooks`],
  );
});

after(async () => {
  await program.stop();
  await platform.stop();
});

async function placeOrder(): Promise<number> {
  const order = { line_items: [{ name: "Rattan tray", price: "45.00", quantity: 1 }] };
  const url = `${store.host_url}/api/3.0/orders.json`;
  const response = await callConsole<{ order: { id: number } }>(store.owner.browser, ["POST", url], {
    order,
  });
  return response.order.id;
}

async function fulfill(topic: string, order_ids: readonly number[]): Promise<unknown> {
  const { fulfillment_request } = await callConsole<{ fulfillment_request: { answer: unknown } }>(
    store.owner.browser,
    ["POST", `${store.host_url}/api/console/fulfillment_requests.json`],
    { fulfillment_request: { app_handle: program.registeredApp.handle, topic, order_ids } },
  );
  return fulfillment_request.answer;
}

test("the Fulfill guide's program opens a page for one order and rejects several orders", async () => {
  const answer = (await fulfill("fulfillment/single", orderIds.slice(0, 1))) as { type: string; url: string };
  assert.equal(answer.type, "link");
  const page = await fetch(answer.url);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<h1>Send #\d+<\/h1>/);
  const policy = page.headers.get("content-security-policy") ?? "";
  assert.ok(policy.endsWith(`frame-ancestors ${platform.addresses.adminOrigin}`), policy);
  assert.equal((await fetch(`${program.url}/parcels/new?pass=none`)).status, 403);
  const bulkMessage = {
    type: "message",
    message: "Nothing was booked. Fulfill these 2 orders individually.",
    style: "warning",
  };
  assert.deepEqual(await fulfill("fulfillment/bulk", orderIds.slice(0, 2)), bulkMessage);
});

test("the Fulfill guide's program rejects a request not signed with the client secret", async () => {
  const response = await fetch(`${program.url}/webhooks`, {
    method: "POST",
    body: `{"id":${orderIds[0]}}`,
    headers: { "service-topic": "fulfillment/single", "service-hmac-sha256": "0".repeat(64) },
  });
  assert.equal(response.status, 401);
});
