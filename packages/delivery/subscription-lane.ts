import type { Queryable } from "@souk/database";
import { ensureEndpoint } from "./endpoint-store.ts";
import { closeLaneAssignments, pastTime } from "./lane-states.ts";

/** The fields of a subscription that are needed to create its lane. */
export interface LaneSubscription {
  id: number;
  installation_id: number;
  store_id: number;
  app_id: number;
  url: string;
}

/** Create the lane of a new subscription, in the transaction that subscribes. An existing lane is kept. */
export async function openSubscriptionLane(tx: Queryable, subscription: LaneSubscription): Promise<void> {
  const { id, installation_id, store_id, app_id, url } = subscription;
  const endpointId = await ensureEndpoint(tx, app_id, url);
  await tx.query(
    `insert into lanes (kind, subscription_id, installation_id, store_id, app_id, endpoint_id)
     values ('subscription', $1, $2, $3, $4, $5) on conflict (subscription_id) do nothing`,
    [id, installation_id, store_id, app_id, endpointId],
  );
}

/**
 * Move a subscription's lane to the endpoint of its new URL, in the transaction that changes the URL. Waiting deliveries are
 * sent to the new URL, and a lane that waited in the old endpoint's queue is due at once. If the breaker of the new endpoint is
 * open, that endpoint is probed immediately, since the partner has probably repaired the app.
 */
export async function moveSubscriptionLane(
  tx: Queryable,
  { id, app_id, url }: Pick<LaneSubscription, "id" | "app_id" | "url">,
): Promise<void> {
  const endpointId = await ensureEndpoint(tx, app_id, url);
  await tx.query(
    `update lanes set endpoint_id = $2, queued_at = null,
       wake_at = case when queued_at is null then wake_at else ${pastTime} end
     where subscription_id = $1 and endpoint_id is distinct from $2`,
    [id, endpointId],
  );
  await tx.query(`update endpoints set probe_at = ${pastTime} where id = $1 and breaker = 'open'`, [
    endpointId,
  ]);
}

/**
 * Close the lane of a deleted subscription, in the transaction that deletes it. Nothing more is sent, and the engine cancels
 * the pending deliveries.
 */
export async function closeSubscriptionLane(tx: Queryable, subscriptionId: number): Promise<void> {
  await tx.query(`update lanes set ${closeLaneAssignments} where subscription_id = $1`, [subscriptionId]);
}
