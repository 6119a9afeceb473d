import type { Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";

/** The owner of exports or imports: an installation, or the people of the store. */
export interface WorkOwner {
  store_id: number;
  installation_id: number | null;
}

/** Return the owner whose work a caller sees: an app its own, people that of the store's people. */
export function toWorkOwner({
  store,
  installation,
}: Pick<Call, "installation"> & { store: { id: number } }): WorkOwner {
  return { store_id: store.id, installation_id: installation?.id ?? null };
}

/** Serialize one owner's requests for a task, so that the count of unfinished work is exact. */
export async function lockOwner(
  tx: Transaction,
  task: string,
  { store_id, installation_id }: WorkOwner,
): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 17))", [
    `${task} ${store_id} ${installation_id ?? "people"}`,
  ]);
}
