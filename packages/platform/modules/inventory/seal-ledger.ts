import type { Database, Transaction } from "@souk/database";
import { sealMargin } from "./ledger-total.ts";

// A first run counts whole ledgers.
const patienceMs = 10 * 60_000;

// `lost`: the clock was set back, or this is another PostgreSQL than the one whose transaction it names.
const takeMark = `
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= transaction_id as ended,
    covered_until > clock_timestamp() - ${sealMargin} or transaction_id > pg_current_xact_id()::text::bigint as lost
  from ledger_checkpoint_mark for update skip locked`;

// Movements may have been written behind a seal that the clock has not reached any more.
const deleteLaterCheckpoints = `delete from ledger_checkpoints where covered_until > clock_timestamp() - ${sealMargin}`;

const moveOn = `
  insert into ledger_checkpoints (store_id, covered_until, movement_count)
  select s.id, mark.covered_until, younger.movements
  from ledger_checkpoint_mark mark cross join stores s left join ledger_checkpoints seal on seal.store_id = s.id
  cross join lateral (
    select count(*) as movements from inventory_movements m
    where m.store_id = s.id and m.created_at > coalesce(seal.covered_until, '-infinity') and m.created_at <= mark.covered_until) younger
  where younger.movements > 0
  on conflict (store_id) do update
  set covered_until = excluded.covered_until,
    movement_count = ledger_checkpoints.movement_count + excluded.movement_count`;

// The time is this transaction's beginning, which is before it has a number.
const markAgain = `
  update ledger_checkpoint_mark set covered_until = now() - ${sealMargin}, transaction_id = pg_current_xact_id()::text::bigint`;

/**
 * Seal every store's ledger up to the mark of an earlier run, if all transactions open at that time have ended, and
 * set the next mark. A job runs it; safe at any time, and only one run at a time has an effect. Why it is exact:
 * decision 0011.
 * @returns whether it sealed up to the mark
 */
export async function sealLedger(database: Database): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      const mark = await tx.maybeOne<{ ended: boolean; lost: boolean }>(takeMark);
      if (!mark) return false;
      await tx.query(deleteLaterCheckpoints);
      const seals = mark.ended && !mark.lost;
      if (seals) await tx.query(moveOn);
      if (seals || mark.lost) await tx.query(markAgain);
      return seals;
    },
    { statementTimeoutMs: patienceMs },
  );
}

/**
 * Invalidate the seal of a store's ledger. Call it before movements of the past are written, in their transaction:
 * nothing is sealed until it ends, and then the store's ledger is counted again.
 */
export async function unsealLedger(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select 1 from ledger_checkpoint_mark for share");
  await tx.query("delete from ledger_checkpoints where store_id = $1", [storeId]);
}
