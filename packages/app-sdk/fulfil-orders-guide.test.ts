import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  consoleCall,
  type SeededShop,
  seedOrders,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { install } from "./testing/app-rig.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let shop: SeededShop;
let program: GuideProgram;
let orders: number[];

before(async () => {
  platform = await testPlatform();
  shop = await seedShop(platform);
  orders = await seedOrders(platform.database, shop.id, 21);
  program = await startGuideProgram(platform, "docs/guides/fulfil-orders.md");
  const { registered, url } = program;
  await install(shop, { registered });
  await platform.database.query(
    `insert into app_fulfillment_urls (app_id, topic, url)
     select $1, unnest(array['fulfillment/single', 'fulfillment/bulk']), $2`,
    [registered.id, `${url}/webhooks`],
  );
});

after(async () => {
  await program.stop();
  await platform.stop();
});

async function fulfil(topic: string, order_ids: readonly number[]): Promise<unknown> {
  const { fulfillment_request } = await consoleCall<{ fulfillment_request: { answer: unknown } }>(
    shop.owner.browser,
    ["POST", `${shop.host_url}/api/console/fulfillment_requests.json`],
    { fulfillment_request: { app_handle: program.registered.handle, topic, order_ids } },
  );
  return fulfillment_request.answer;
}

test("the guide's program opens its page for one order, and says what became of several", async () => {
  assert.deepEqual(await fulfil("fulfillment/single", orders.slice(0, 1)), {
    type: "link",
    url: `${program.url}/parcels/new?order=${orders[0]}`,
  });
  const booked = { type: "message", message: "2 parcels are booked.", style: "success" };
  assert.deepEqual(await fulfil("fulfillment/bulk", orders.slice(0, 2)), booked);
  const refused = { type: "message", message: "At most 20 orders go into one van.", style: "error" };
  assert.deepEqual(await fulfil("fulfillment/bulk", orders), refused);
});

test("a request that is not signed with the client secret is not answered", async () => {
  const answer = await fetch(`${program.url}/webhooks`, {
    method: "POST",
    body: `{"id":${orders[0]}}`,
    headers: { "service-topic": "fulfillment/single", "service-hmac-sha256": "0".repeat(64) },
  });
  assert.equal(answer.status, 401);
});
