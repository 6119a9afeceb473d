import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "@souk/database";
import type { PlatformClient, RecordingReceiver } from "@souk/testkit";
import type { DemoStore } from "./demo-store.ts";
import { productTopic, type WatchingApp } from "./watching-app.ts";

const topic = productTopic;
const retryMs = 15;

/** Subscribe to product/update from the first event on, and repeat the request until it succeeds, because the server may crash. */
export async function requestHistory(
  platform: PlatformClient,
  store: DemoStore,
  { token, path }: WatchingApp,
  receiver: RecordingReceiver,
): Promise<void> {
  const json = { webhook: { topic, url: `${receiver.url}${path}`, replay_from: 1 } };
  const sendRequest = () =>
    platform.request(`${store.origin}/api/3.0/webhooks.json`, { method: "POST", token, json });
  while ((await sendRequest().catch(() => null))?.status !== 200) await sleep(retryMs);
}

/** Find the past events of products that an app requested but did not receive. */
export async function findHistoryErrors(db: Queryable, { client_id }: WatchingApp): Promise<string[]> {
  const rows = await db.many<{ sequence: number }>(
    `select e.sequence from apps a join installations i on i.app_id = a.id join events e on e.store_id = i.store_id
     where a.client_id = $1 and e.topic = $2 and e.payload is not null and not exists (
       select from deliveries d
       where d.installation_id = i.id and d.event_sequence = e.sequence and d.state = 'delivered')`,
    [client_id, topic],
  );
  return rows.map(({ sequence }) => `past event ${sequence} was not received`);
}
