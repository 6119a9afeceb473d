import type { Queryable } from "@souk/database";
import { closing } from "./lane-states.ts";

/** Opens the lane of a new subscription, in its transaction. A subscription that has one keeps it. */
export async function openSubscriptionLane(
  tx: Queryable,
  subscription: { id: number; installation_id: number; store_id: number; app_id: number },
): Promise<void> {
  await tx.query(
    `insert into lanes (kind, subscription_id, installation_id, store_id, app_id)
     values ('subscription', $1, $2, $3, $4) on conflict (subscription_id) do nothing`,
    [subscription.id, subscription.installation_id, subscription.store_id, subscription.app_id],
  );
}

/** Closes the lane of a subscription that ends, in its transaction: what is pending is cancelled, nothing more is sent. */
export async function closeSubscriptionLane(tx: Queryable, subscriptionId: number): Promise<void> {
  await tx.query(`update lanes set ${closing} where subscription_id = $1`, [subscriptionId]);
}
