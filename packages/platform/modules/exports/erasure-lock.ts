import type { Transaction } from "@souk/database";

const keyOf = (storeId: number) => [`customers of exports ${storeId}`];

/** Waits for an erasure that is not committed yet: it has not seen the export that is about to be noted, which would find the erased. */
export async function awaitErasures(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock_shared(hashtextextended($1, 19))", keyOf(storeId));
}

/** Lets no export of customers or orders be noted until this transaction ends, and waits for those that just are. */
export async function holdBackExports(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 19))", keyOf(storeId));
}
