import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { verifyWebhook } from "@souk/signing";
import { eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import { buildAppSecret, createEngineFixture, type EngineFixture } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
});
afterEach(async () => {
  await fixture.stop();
  await receiver.stop();
});

test("WHK-4, WHK-5: a delivery's headers give its signature, topic, store, ids, sequence numbers and attempt", async () => {
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/signed`);
  const payload = '{"id":7,"title":"Teh tarik – 茶"}';
  await fixture.raiseEvents([hook], [{ payload, context: "order/create", trigger_by_app: "penjual" }]);
  fixture.startEngine();
  const request = await receiver.waitForRequest(({ path }) => path === "/signed");
  assert.equal(request.method, "POST");
  assert.equal(request.body.toString("utf8"), payload);
  const [delivery] = await eventually(async () => {
    const rows = await fixture.listDeliveries(app.installation_id);
    return rows[0]?.state === "delivered" && rows;
  });
  const { host, connection, ...headers } = request.headers;
  assert.deepEqual(headers, {
    "accept-encoding": "identity",
    "content-length": String(Buffer.byteLength(payload)),
    "content-type": "application/json",
    "service-attempt": "1",
    "service-delivery-sequence": "1",
    "service-event-id": "1",
    "service-event-sequence": "1",
    "service-hmac-sha256": createHmac("sha256", buildAppSecret(app.app_id)).update(payload).digest("hex"),
    "service-shop-domain": "kedai-1.souk.localhost",
    "service-topic": "product/update",
    "service-triggered-at": headers["service-triggered-at"],
    "service-webhook-context": "order/create",
    "service-webhook-id": String(delivery?.id),
    "service-webhook-trigger-by-app": "penjual",
    "user-agent": "Souk-Webhooks/1",
    "webhook-id": `webhook_${delivery?.id}`,
    "webhook-signature": headers["webhook-signature"],
    "webhook-timestamp": headers["webhook-timestamp"],
  });
  const standardHeaders = {
    "webhook-id": String(headers["webhook-id"]),
    "webhook-timestamp": String(headers["webhook-timestamp"]),
    "webhook-signature": String(headers["webhook-signature"]),
  };
  const options = { secrets: buildAppSecret(app.app_id), now: new Date() };
  assert.equal(verifyWebhook(request.body, standardHeaders, options).ok, true);
});

test("a delivery outcome that the database rejects does not block the outcomes of other deliveries", async () => {
  fixture.clock.set(new Date());
  const [badApp, goodApp] = [await fixture.install(), await fixture.install()];
  const badHook = await fixture.subscribe(badApp, "product/update", `${receiver.url}/bad`);
  const goodHook = await fixture.subscribe(goodApp, "product/update", `${receiver.url}/good`);
  await fixture.raiseEvents([badHook], [{ payload: "{}" }]);
  await fixture.raiseEvents([goodHook], Array(20).fill({ payload: "{}" }));
  const [row] = await fixture.listDeliveries(badApp.installation_id);
  // Insert an attempt with the number and time of the engine's first attempt, so that the engine's insert violates a constraint.
  await fixture.database.query(
    "insert into delivery_attempts (delivery_id, created_at, number, duration_ms) values ($1, $2, 1, 0)",
    [row?.id, fixture.clock.getTestTime()],
  );
  fixture.startEngine();
  await eventually(async () =>
    (await fixture.listDeliveries(goodApp.installation_id)).every(({ state }) => state === "delivered"),
  );
  await receiver.waitForRequest(({ path }) => path === "/bad");
  // After the lane's lease of 30 seconds has ended, the delivery is sent again.
  fixture.clock.advance(31_000);
  await eventually(
    async () => (await fixture.listDeliveries(badApp.installation_id))[0]?.state === "delivered",
  );
});
