import type { Queryable } from "@souk/database";

/**
 * Locks the end of a store's event log for this transaction. Whoever has it numbers the store's next events.
 *
 * The order of locks is the log's head, then delivery numbers, then lanes in the order of their ids.
 *
 * @param wait false: answers null at once when somebody else has it
 * @returns the last number given; 0 for a store without events
 */
export async function lockEventHead(tx: Queryable, storeId: number, wait: boolean): Promise<number | null> {
  const lock = wait ? lockWaiting : lockFree;
  const locked = await tx.query<{ last_sequence: number }>(lock, [storeId]);
  if (locked.rows[0]) return locked.rows[0].last_sequence;
  const made = await tx.query(makeHead, [storeId]);
  if (made.rowCount > 0) return 0;
  if (!wait) return null;
  return (await tx.query<{ last_sequence: number }>(lock, [storeId])).rows[0]?.last_sequence ?? null;
}

/** Moves the end of the log to the number of the last event that this transaction has added. */
export async function moveEventHead(tx: Queryable, storeId: number, lastSequence: number): Promise<void> {
  await tx.query(moveHead, [storeId, lastSequence]);
}

const lockText = "select last_sequence from event_heads where store_id = $1 for no key update";
const lockWaiting = { name: "event_head_lock", text: lockText };
const lockFree = { name: "event_head_lock_free", text: `${lockText} skip locked` };
const makeHead = {
  name: "event_head_make",
  text: "insert into event_heads (store_id) values ($1) on conflict do nothing",
};
const moveHead = {
  name: "event_head_move",
  text: "update event_heads set last_sequence = $2 where store_id = $1",
};
