import assert from "node:assert/strict";
import type { Answer, ReachedPlatform, ReceivedRequest, RecordingReceiver } from "@souk/testkit";
import { type DemoShop, demoPassword } from "./demo-shop.ts";
import { rateAnswer } from "./rate-questions.ts";
import type { WatchingApp } from "./watching-app.ts";

/** So long an app books a parcel: some presses are under way at a blow. */
const bookingMs = 300;

/** Where an app answers the Fulfill action. */
const fulfillPath = ({ path }: WatchingApp): string => `${path}/fulfill`;
/** Where it answers what a parcel costs. */
const ratesPath = ({ path }: WatchingApp): string => `${path}/rates`;

/** Has an app answer the Fulfill action and questions for rates, beside its webhooks. */
export async function answerAsApp(
  platform: ReachedPlatform,
  { shop, app }: { shop: DemoShop; app: WatchingApp },
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
  const curls = `${shop.origin}/api/3.0/curls.json`;
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

/** How often an app was asked to fulfil each order. */
export function askedToFulfill(
  app: WatchingApp,
  requests: readonly ReceivedRequest[],
): ReadonlyMap<number, number> {
  const ids = requests
    .filter(({ path }) => path === fulfillPath(app))
    .map(({ body }) => (JSON.parse(body.toString("utf8")) as { id: number }).id);
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, each]) => [id, each.length]));
}
