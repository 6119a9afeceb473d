import { openSubscriptionLane } from "@souk/delivery";
import type { InstallWorld } from "./install-world.ts";

const url = "http://localhost:4400/hooks";

/** Subscribes an installation of the world's app to a topic. */
export async function subscribe(
  { database, store, app }: InstallWorld,
  installationId: number,
  topic: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into webhook_subscriptions (store_id, installation_id, app_id, topic, url)
       values ($1, $2, $3, $4, $5) returning id`,
      [store.id, installationId, app.id, topic, url],
    );
    const subscription = { installation_id: installationId, store_id: store.id, app_id: app.id, url };
    await openSubscriptionLane(tx, { ...subscription, id: rows[0]?.id ?? 0 });
  });
}
