import { defineStatement, type Queryable } from "@souk/database";

/**
 * Lock the end of a store's event log for this transaction. Only the transaction with the lock may number the store's
 * events.
 *
 * Locks are taken in this order: the log's head, delivery numbers, lanes by id.
 *
 * @param wait whether to wait for another transaction's lock; if false, return null at once
 * @returns the last sequence number; 0 for a store without events
 */
export async function lockEventHead(tx: Queryable, storeId: number, wait: boolean): Promise<number | null> {
  const lock = wait ? lockStatement : lockIfFreeStatement;
  const locked = await tx.maybeOne<{ last_sequence: number }>(lock, [storeId]);
  if (locked) return locked.last_sequence;
  const inserted = await tx.query(insertHeadStatement, [storeId]);
  if (inserted.rowCount > 0) return 0;
  if (!wait) return null;
  return (await tx.maybeOne<{ last_sequence: number }>(lock, [storeId]))?.last_sequence ?? null;
}

/** Set the end of the log to the sequence number of the last event added in this transaction. */
export async function moveEventHead(tx: Queryable, storeId: number, lastSequence: number): Promise<void> {
  await tx.query(moveHeadStatement, [storeId, lastSequence]);
}

const lockText = "select last_sequence from event_heads where store_id = $1 for no key update";
const lockStatement = defineStatement("event_head_lock", lockText);
const lockIfFreeStatement = defineStatement("event_head_lock_free", `${lockText} skip locked`);
const insertHeadStatement = defineStatement(
  "event_head_make",
  "insert into event_heads (store_id) values ($1) on conflict do nothing",
);
const moveHeadStatement = defineStatement(
  "event_head_move",
  "update event_heads set last_sequence = $2 where store_id = $1",
);
