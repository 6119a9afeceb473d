import assert from "node:assert/strict";
import type { HttpResponse, PlatformClient, ReceivedRequest, RecordingReceiver } from "@souk/testkit";
import { type DemoStore, demoPassword } from "./demo-store.ts";
import { buildRateResponse } from "./rate-requests.ts";
import type { WatchingApp } from "./watching-app.ts";

/** The app's response time to the Fulfill action. It is so long that some requests are in flight at a failure. */
const fulfillResponseMs = 300;

/** Return the app's path for the Fulfill action. */
const getFulfillPath = ({ path }: WatchingApp): string => `${path}/fulfill`;
/** Return the app's path for rate requests. */
const getRatesPath = ({ path }: WatchingApp): string => `${path}/rates`;

/** Set the app's fulfillment URL and rates callback, and make the receiver respond to both. */
export async function makeAppRespond(
  platform: PlatformClient,
  { store, app }: { store: DemoStore; app: WatchingApp },
  receiver: RecordingReceiver,
): Promise<void> {
  const { adminOrigin } = platform.addresses;
  const staff = platform.browser();
  const credentials = { email: "staff@demo.test", password: demoPassword };
  assertOk(await staff.call("POST", `${adminOrigin}/api/console/session.json`, credentials));
  const url = `${receiver.url}${getFulfillPath(app)}`;
  const fulfillmentUrl = { topic: "fulfillment/single", url, reason: "Requested by the partner." };
  assertOk(
    await staff.call("PUT", `${adminOrigin}/api/staff/apps/${app.id}/fulfillment_url.json`, fulfillmentUrl),
  );
  const callback = { topic: "shipping/list/non_cod", url: `${receiver.url}${getRatesPath(app)}` };
  const { token } = app;
  const callbacksUrl = `${store.origin}/api/3.0/curls.json`;
  assertOk(await platform.request(callbacksUrl, { method: "POST", token, json: { curl: callback } }));
  receiver.respondWith(({ path, body }) => {
    if (path === getRatesPath(app)) return { status: 200, body: JSON.stringify(buildRateResponse(body)) };
    return path === getFulfillPath(app)
      ? { status: 200, delay: fulfillResponseMs, body: fulfillResponseBody }
      : { status: 200 };
  });
}

const fulfillResponseBody = JSON.stringify({ type: "message", message: "Booked", style: "success" });

function assertOk({ status, text }: HttpResponse): void {
  assert.equal(status, 200, text);
}

/** Count the Fulfill calls that the app received for each order. */
export function countFulfillCalls(
  app: WatchingApp,
  requests: readonly ReceivedRequest[],
): ReadonlyMap<number, number> {
  const ids = requests
    .filter(({ path }) => path === getFulfillPath(app))
    .map(({ body }) => (JSON.parse(body.toString("utf8")) as { id: number }).id);
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, calls]) => [id, calls.length]));
}
