import type { Transaction } from "@souk/database";
import type { Call } from "../routing/call.ts";

/** Whose exports or imports these are: an installation's, or the people's of the shop. */
export interface WorkOwner {
  store_id: number;
  installation_id: number | null;
}

/** Whose a caller sees: an app its own, people those of the shop's people. */
export function ownerOf({
  store,
  installation,
}: Pick<Call, "installation"> & { store: { id: number } }): WorkOwner {
  return { store_id: store.id, installation_id: installation?.id ?? null };
}

/** Makes one owner's requests for a task wait for each other, so that what is unfinished is counted as it is. */
export async function lockOwner(
  tx: Transaction,
  task: string,
  { store_id, installation_id }: WorkOwner,
): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 17))", [
    `${task} ${store_id} ${installation_id ?? "people"}`,
  ]);
}
