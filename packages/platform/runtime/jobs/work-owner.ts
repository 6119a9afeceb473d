import type { Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";

/** The owner of exports or imports: an installation or, if `installation_id` is null, the store's members together. */
export interface WorkOwner {
  store_id: number;
  installation_id: number | null;
}

/** Return the owner for a caller: its installation if it is an app, otherwise the store's members together. */
export function toWorkOwner({
  store,
  installation,
}: Pick<Call, "installation"> & { store: { id: number } }): WorkOwner {
  return { store_id: store.id, installation_id: installation?.id ?? null };
}

/**
 * Lock an owner's jobs of one task until the transaction ends. Other requests of the owner for this task wait, so that the count of
 * the owner's unfinished jobs stays exact.
 */
export async function lockOwner(
  tx: Transaction,
  task: string,
  { store_id, installation_id }: WorkOwner,
): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 17))", [
    `${task} ${store_id} ${installation_id ?? "people"}`,
  ]);
}
