import type { Transaction } from "@souk/database";

const getLockKey = (storeId: number) => [`customers of exports ${storeId}`];

/**
 * Wait for erasures that are not committed yet: they have not seen the export that is about to be inserted,
 * which would find the customer.
 */
export async function awaitErasures(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock_shared(hashtextextended($1, 19))", getLockKey(storeId));
}

/**
 * Block new exports of customers or orders until this transaction ends, and wait for those that are being
 * inserted.
 */
export async function holdBackExports(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 19))", getLockKey(storeId));
}
