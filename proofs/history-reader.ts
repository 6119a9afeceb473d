import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "@souk/database";
import type { ReachedPlatform, RecordingReceiver } from "@souk/testkit";
import type { DemoShop } from "./demo-shop.ts";
import { productTopic, type WatchingApp } from "./watching-app.ts";

const topic = productTopic;
const retryMs = 15;

/** Asks for all the past of products, again until the shop has taken it down: connections may break at any point. */
export async function askForHistory(
  platform: ReachedPlatform,
  shop: DemoShop,
  { token, path }: WatchingApp,
  receiver: RecordingReceiver,
): Promise<void> {
  const json = { webhook: { topic, url: `${receiver.url}${path}`, replay_from: 1 } };
  const ask = () => platform.request(`${shop.origin}/api/3.0/webhooks.json`, { method: "POST", token, json });
  while ((await ask().catch(() => null))?.status !== 200) await sleep(retryMs);
}

/** What of the past of products an app that has asked for it was not told. */
export async function historyFaults(run: Queryable, { client_id }: WatchingApp): Promise<string[]> {
  const { rows } = await run.query<{ sequence: number }>(
    `select e.sequence from apps a join installations i on i.app_id = a.id join events e on e.store_id = i.store_id
     where a.client_id = $1 and e.topic = $2 and e.payload is not null and not exists (
       select from deliveries d
       where d.installation_id = i.id and d.event_sequence = e.sequence and d.state = 'delivered')`,
    [client_id, topic],
  );
  return rows.map(({ sequence }) => `event ${sequence} of history was never heard`);
}
