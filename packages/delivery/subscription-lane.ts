import type { Queryable } from "@souk/database";
import { endpointOf } from "./endpoint-store.ts";
import { closing, longDue } from "./lane-states.ts";

/** A subscription whose lane is meant. */
export interface LaneOfSubscription {
  id: number;
  installation_id: number;
  store_id: number;
  app_id: number;
  url: string;
}

/** Opens the lane of a new subscription, in its transaction. A subscription that has one keeps it. */
export async function openSubscriptionLane(tx: Queryable, subscription: LaneOfSubscription): Promise<void> {
  const { id, installation_id, store_id, app_id, url } = subscription;
  const endpoint = await endpointOf(tx, app_id, url);
  await tx.query(
    `insert into lanes (kind, subscription_id, installation_id, store_id, app_id, endpoint_id)
     values ('subscription', $1, $2, $3, $4, $5) on conflict (subscription_id) do nothing`,
    [id, installation_id, store_id, app_id, endpoint],
  );
}

/**
 * Leads the lane of a subscription to the endpoint of its new URL, in the transaction that changes it: what waits goes
 * there. An endpoint that was open is probed soon, for its app has just been worked on.
 */
export async function moveSubscriptionLane(
  tx: Queryable,
  { id, app_id, url }: Pick<LaneOfSubscription, "id" | "app_id" | "url">,
): Promise<void> {
  const endpoint = await endpointOf(tx, app_id, url);
  await tx.query(
    `update lanes set endpoint_id = $2, queued_at = null,
       wake_at = case when queued_at is null then wake_at else ${longDue} end
     where subscription_id = $1 and endpoint_id is distinct from $2`,
    [id, endpoint],
  );
  await tx.query(`update endpoints set probe_at = ${longDue} where id = $1 and breaker = 'open'`, [endpoint]);
}

/** Closes the lane of a subscription that ends, in its transaction: what is pending is cancelled, nothing more is sent. */
export async function closeSubscriptionLane(tx: Queryable, subscriptionId: number): Promise<void> {
  await tx.query(`update lanes set ${closing} where subscription_id = $1`, [subscriptionId]);
}
