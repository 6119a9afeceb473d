import { defineStatement, type Queryable } from "@souk/database";

/**
 * Lock the head of a store's event log, which is the sequence number of its last event, for this transaction. Only the
 * transaction with the lock may number the store's events.
 *
 * To prevent deadlocks, locks are taken in this order: the log's head, delivery numbers, lanes by id.
 *
 * @param options.wait whether to wait if another transaction has the lock; if false, null is returned at once
 * @returns the last sequence number; 0 for a store without events
 */
export async function lockEventHead(
  tx: Queryable,
  storeId: number,
  { wait }: { wait: boolean },
): Promise<number | null> {
  const lock = wait ? lockStatement : lockIfFreeStatement;
  const lockedHead = await tx.maybeOne<{ last_sequence: number }>(lock, [storeId]);
  if (lockedHead) return lockedHead.last_sequence;
  const insertion = await tx.query(insertHeadStatement, [storeId]);
  if (insertion.rowCount > 0) return 0;
  if (!wait) return null;
  // Another transaction has inserted the head since the first attempt.
  return (await tx.maybeOne<{ last_sequence: number }>(lock, [storeId]))?.last_sequence ?? null;
}

/** Set the head of the log to the sequence number of the last event added in this transaction. */
export async function moveEventHead(tx: Queryable, storeId: number, lastSequence: number): Promise<void> {
  await tx.query(moveHeadStatement, [storeId, lastSequence]);
}

const lockSql = "select last_sequence from event_heads where store_id = $1 for no key update";
const lockStatement = defineStatement("event_head_lock", lockSql);
const lockIfFreeStatement = defineStatement("event_head_lock_free", `${lockSql} skip locked`);
const insertHeadStatement = defineStatement(
  "event_head_make",
  "insert into event_heads (store_id) values ($1) on conflict do nothing",
);
const moveHeadStatement = defineStatement(
  "event_head_move",
  "update event_heads set last_sequence = $2 where store_id = $1",
);
