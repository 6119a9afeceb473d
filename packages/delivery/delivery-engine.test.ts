import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { eventually, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { type EngineRig, engineRig, rigSecret } from "./testing/engine-rig.ts";

let rig: EngineRig;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
});
afterEach(async () => {
  await rig.stop();
  await receiver.stop();
});

test("WHK-4, WHK-5: a delivery is a signed POST of the exact payload that names topic, store, event and numbers", async () => {
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/signed`);
  const payload = '{"id":7,"title":"Teh tarik – 茶"}';
  await rig.raise([hook], [{ payload, context: "order/create", trigger_by_app: "penjual" }]);
  rig.engine();
  const request = await receiver.received(({ path }) => path === "/signed");
  assert.equal(request.method, "POST");
  assert.equal(request.body.toString("utf8"), payload);
  const [delivery] = await eventually(async () => {
    const rows = await rig.deliveries(app.installation_id);
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
    "service-hmac-sha256": createHmac("sha256", rigSecret(app.app_id)).update(payload).digest("hex"),
    "service-shop-domain": "kedai-1.souk.localhost",
    "service-topic": "product/update",
    "service-triggered-at": headers["service-triggered-at"],
    "service-webhook-context": "order/create",
    "service-webhook-id": String(delivery?.id),
    "service-webhook-trigger-by-app": "penjual",
    "user-agent": "Souk-Webhooks/1",
  });
});

test("a result that the database does not take holds up no other", async () => {
  rig.clock.set(new Date());
  const [bad, good] = [await rig.install(), await rig.install()];
  const badHook = await rig.subscribe(bad, "product/update", `${receiver.url}/bad`);
  const goodHook = await rig.subscribe(good, "product/update", `${receiver.url}/good`);
  await rig.raise([badHook], [{ payload: "{}" }]);
  await rig.raise([goodHook], Array(20).fill({ payload: "{}" }));
  const [row] = await rig.deliveries(bad.installation_id);
  // An attempt of the same number and moment is there already.
  await rig.database.query(
    "insert into delivery_attempts (delivery_id, created_at, number, duration_ms) values ($1, $2, 1, 0)",
    [row?.id, rig.clock.at()],
  );
  rig.engine();
  await eventually(async () =>
    (await rig.deliveries(good.installation_id)).every(({ state }) => state === "delivered"),
  );
  await receiver.received(({ path }) => path === "/bad");
  rig.clock.advance(31_000);
  await eventually(async () => (await rig.deliveries(bad.installation_id))[0]?.state === "delivered");
});
