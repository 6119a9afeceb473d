import type { Transaction } from "@souk/database";

// 19 is the seed of the key's hash in both statements. Each kind of lock has its own seed, so that the keys of
// different kinds differ.
const getLockValues = (storeId: number) => [`customers of exports ${storeId}`];

/**
 * Wait for erasures that are not committed yet. They do not see the export that the caller is about to insert, so without waiting the
 * export's file could contain the erased customer.
 */
export async function waitForErasures(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock_shared(hashtextextended($1, 19))", getLockValues(storeId));
}

/**
 * Wait for transactions that insert exports of customers or orders, and block such exports until this transaction ends.
 */
export async function blockNewExports(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 19))", getLockValues(storeId));
}
