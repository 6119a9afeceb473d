import assert from "node:assert/strict";
import type { Answer, ReachedPlatform, ReceivedRequest, RecordingReceiver } from "@souk/testkit";
import { type DemoStore, demoPassword } from "./demo-store.ts";
import { rateAnswer } from "./rate-questions.ts";
import type { WatchingApp } from "./watching-app.ts";

/** How long an app takes to book a shipment, so that some presses are in flight at a failure. */
const bookingMs = 300;

/** The path of the app for the Fulfill action. */
const fulfillPath = ({ path }: WatchingApp): string => `${path}/fulfill`;
/** The path of the app for rate requests. */
const ratesPath = ({ path }: WatchingApp): string => `${path}/rates`;

/** Make an app respond to the Fulfill action and to rate requests, beside its webhooks. */
export async function answerAsApp(
  platform: ReachedPlatform,
  { store, app }: { store: DemoStore; app: WatchingApp },
  receiver: RecordingReceiver,
): Promise<void> {
  const { adminOrigin } = platform.addresses;
  const staff = platform.browser();
  const person = { email: "staff@demo.test", password: demoPassword };
  done(await staff.call("POST", `${adminOrigin}/api/console/session.json`, person));
  const url = `${receiver.url}${fulfillPath(app)}`;
  const set = { topic: "fulfillment/single", url, reason: "Asked for by the partner." };
  done(await staff.call("PUT", `${adminOrigin}/api/staff/apps/${app.id}/fulfillment_url.json`, set));
  const curl = { topic: "shipping/list/non_cod", url: `${receiver.url}${ratesPath(app)}` };
  const { token } = app;
  const curls = `${store.origin}/api/3.0/curls.json`;
  done(await platform.request(curls, { method: "POST", token, json: { curl } }));
  receiver.answer(({ path, body }) => {
    if (path === ratesPath(app)) return { status: 200, body: JSON.stringify(rateAnswer(body)) };
    return path === fulfillPath(app) ? { status: 200, delay: bookingMs, body: booked } : { status: 200 };
  });
}

const booked = JSON.stringify({ type: "message", message: "Booked", style: "success" });

function done({ status, text }: Answer): void {
  assert.equal(status, 200, text);
}

/** Count how often an app was called to fulfill each order. */
export function askedToFulfill(
  app: WatchingApp,
  requests: readonly ReceivedRequest[],
): ReadonlyMap<number, number> {
  const ids = requests
    .filter(({ path }) => path === fulfillPath(app))
    .map(({ body }) => (JSON.parse(body.toString("utf8")) as { id: number }).id);
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, each]) => [id, each.length]));
}
