import type { Database, Transaction } from "@souk/database";
import { checkpointMargin } from "./ledger-total.ts";

// Ten minutes, because the first run counts all movements of all stores.
const statementTimeoutMs = 10 * 60_000;

// The mark is the time to which the next run advances the checkpoints. It is invalid if the clock was set back, or if its
// transaction id is from another PostgreSQL server.
const lockMarkText = `
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= transaction_id as have_transactions_ended,
    covered_until > clock_timestamp() - ${checkpointMargin} or transaction_id > pg_current_xact_id()::text::bigint as is_invalid
  from ledger_checkpoint_mark for update skip locked`;

// After the clock was set back, movements may have been written in a period that these checkpoints cover.
const deleteFutureCheckpointsText = `delete from ledger_checkpoints where covered_until > clock_timestamp() - ${checkpointMargin}`;

const advanceText = `
  insert into ledger_checkpoints (store_id, covered_until, movement_count)
  select s.id, mark.covered_until, uncounted.movements
  from ledger_checkpoint_mark mark cross join stores s left join ledger_checkpoints checkpoint on checkpoint.store_id = s.id
  cross join lateral (
    select count(*) as movements from inventory_movements m
    where m.store_id = s.id and m.created_at > coalesce(checkpoint.covered_until, '-infinity') and m.created_at <= mark.covered_until) uncounted
  where uncounted.movements > 0
  on conflict (store_id) do update
  set covered_until = excluded.covered_until,
    movement_count = ledger_checkpoints.movement_count + excluded.movement_count`;

// `now()` is the start of this transaction, which is before the transaction gets its id.
const setMarkText = `
  update ledger_checkpoint_mark set covered_until = now() - ${checkpointMargin}, transaction_id = pg_current_xact_id()::text::bigint`;

/**
 * Advance the checkpoint of every store's ledger to the mark of an earlier run, if all transactions that were running then have
 * ended, and set the next mark. A checkpoint stores how many movements a ledger has up to a time, so that only later movements must
 * be counted. A job calls this function. Calling it is safe at any time. A call during another call has no effect. Decision 0011 explains
 * why the counts are exact.
 * @returns whether the checkpoints were advanced
 */
export async function advanceCheckpoints(database: Database): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      const mark = await tx.maybeOne<{ have_transactions_ended: boolean; is_invalid: boolean }>(lockMarkText);
      if (!mark) return false;
      await tx.query(deleteFutureCheckpointsText);
      const canAdvance = mark.have_transactions_ended && !mark.is_invalid;
      if (canAdvance) await tx.query(advanceText);
      if (canAdvance || mark.is_invalid) await tx.query(setMarkText);
      return canAdvance;
    },
    { statementTimeoutMs },
  );
}

/**
 * Delete the checkpoint of a store's ledger. Call this function in a transaction before inserting movements with a past time. No
 * checkpoint advances until the transaction ends. After that, all movements of the store's ledger are counted again.
 */
export async function deleteCheckpoint(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select 1 from ledger_checkpoint_mark for share");
  await tx.query("delete from ledger_checkpoints where store_id = $1", [storeId]);
}
