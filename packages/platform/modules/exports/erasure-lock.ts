import type { Transaction } from "@souk/database";

const getLockKey = (storeId: number) => [`customers of exports ${storeId}`];

/**
 * Wait for erasures that are not committed yet, because they do not see the export that the caller is about to insert. Its file
 * would contain the erased customer.
 */
export async function waitForErasures(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock_shared(hashtextextended($1, 19))", getLockKey(storeId));
}

/**
 * Block new exports of customers or orders until this transaction ends, and wait for transactions that insert one.
 */
export async function blockNewExports(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 19))", getLockKey(storeId));
}
