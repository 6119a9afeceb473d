import { openSubscriptionLane } from "@souk/delivery";
import type { InstallFixture } from "./install-fixture.ts";

const url = "http://localhost:4400/hooks";

/** Subscribe an installation of the fixture's app to a topic, without HTTP. */
export async function subscribe(
  { database, store, app }: InstallFixture,
  installationId: number,
  topic: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await tx.maybeOne<{ id: number }>(
      `insert into webhook_subscriptions (store_id, installation_id, app_id, topic, url)
       values ($1, $2, $3, $4, $5) returning id`,
      [store.id, installationId, app.id, topic, url],
    );
    const subscription = { installation_id: installationId, store_id: store.id, app_id: app.id, url };
    await openSubscriptionLane(tx, { ...subscription, id: row?.id ?? 0 });
  });
}
