import type { Database, Transaction } from "@souk/database";
import { sealMargin } from "./ledger-total.ts";

// A first run counts whole ledgers.
const patienceMs = 10 * 60_000;

// `lost`: the clock was set back, or this is another PostgreSQL than the one whose transaction it names.
const takeMark = `
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= transaction as ended,
    until > clock_timestamp() - ${sealMargin} or transaction > pg_current_xact_id()::text::bigint as lost
  from movement_mark for update skip locked`;

// Movements may have been written behind a seal that the clock has not reached any more.
const forgetFuture = `delete from movement_seals where until > clock_timestamp() - ${sealMargin}`;

const moveOn = `
  insert into movement_seals (store_id, until, movements)
  select s.id, mark.until, younger.movements
  from movement_mark mark cross join stores s left join movement_seals seal on seal.store_id = s.id
  cross join lateral (
    select count(*) as movements from inventory_movements m
    where m.store_id = s.id and m.created_at > coalesce(seal.until, '-infinity') and m.created_at <= mark.until) younger
  where younger.movements > 0
  on conflict (store_id) do update
  set until = excluded.until, movements = movement_seals.movements + excluded.movements`;

// The time is this transaction's beginning, which is before it has a number.
const markAgain = `
  update movement_mark set until = now() - ${sealMargin}, transaction = pg_current_xact_id()::text::bigint`;

/**
 * Seals every store's ledger up to the mark of an earlier run, if all that was under way then has ended, and marks how far to
 * go next. A job runs it; safe at any time, and one at a time does something. Why it is exact: decision 0011.
 * @returns whether it sealed up to the mark
 */
export async function sealLedger(database: Database): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      const [mark] = (await tx.query<{ ended: boolean; lost: boolean }>(takeMark)).rows;
      if (!mark) return false;
      await tx.query(forgetFuture);
      const seals = mark.ended && !mark.lost;
      if (seals) await tx.query(moveOn);
      if (seals || mark.lost) await tx.query(markAgain);
      return seals;
    },
    { statementTimeoutMs: patienceMs },
  );
}

/**
 * To be called before movements of the past are written, in their transaction: nothing is sealed until it ends, and then the
 * store's ledger is counted anew.
 */
export async function unsealLedger(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select 1 from movement_mark for share");
  await tx.query("delete from movement_seals where store_id = $1", [storeId]);
}
