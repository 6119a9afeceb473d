import { throwFieldError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { currencyJson } from "./currency-json.ts";
import type { WrittenCurrency } from "./currency-store.ts";

/** The changes of a store's currency list when the store gets another currency. */
export interface OwnCurrencyChange {
  /** The former default currency, if the new one replaced it in the list; otherwise null. */
  removed: { id: number; code: string } | null;
  /** The ids of the currencies that changed. */
  changed: number[];
}

const listStatement = defineStatement(
  "currency_codes",
  "select r.id, r.code from currencies r where r.store_id = $1 order by r.id",
);

// Rates are units for one of the store's own, so that all are divided by that of the new one.
const reckonStatement = defineStatement(
  "currencies_reckon",
  `
    update currencies r set updated_at = ${monotonicUpdatedAt("r.updated_at")},
      rate = case when r.code = $2 then 1 else greatest(round(r.rate / own.rate, 12), 0.000000000001) end
    from currencies own join stores store on store.id = own.store_id
    where r.store_id = $1 and own.store_id = $1 and own.code = $2
      and (own.rate <> 1 or r.code in ($2, store.currency_code))
    returning r.id`,
);

const replaceStatement = defineStatement(
  "currency_replace",
  `
    with gone as (delete from currencies where store_id = $1 and id = $3)
    insert into currencies (store_id, code, rate) values ($1, $2, 1) returning id`,
);

/**
 * Adapt the list of currencies to a new currency of the store, before the store's row changes; the row is
 * locked already. A listed currency becomes the base of all rates; any other replaces the former one.
 * @throws ApiError invalid naming currency_code, when other currencies are listed, whose rates refer to the
 *   former one only
 */
export async function changeOwnCurrency(
  tx: Transaction,
  storeId: number,
  code: string,
): Promise<OwnCurrencyChange> {
  const rows = await tx.many<{ id: number; code: string }>(listStatement, [storeId]);
  if (rows.some((row) => row.code === code)) {
    const reckoned = await tx.many<{ id: number }>(reckonStatement, [storeId, code]);
    return { removed: null, changed: reckoned.map(({ id }) => id) };
  }
  const [former, ...others] = rows;
  if (!former) throw new Error(`Store ${storeId} has no currency.`);
  if (others.length > 0)
    throwFieldError(
      "currency_code",
      "not_allowed",
      {},
      `The store has ${rows.length} currencies and no rate for ${code}. Add ${code} with its rate first, or remove the others.`,
    );
  const made = await tx.many<{ id: number }>(replaceStatement, [storeId, code, former.id]);
  await recordTombstones(tx, storeId, "currencies", [former.id]);
  return { removed: former, changed: made.map(({ id }) => id) };
}

// The time zone may have changed with the currency.
const writtenStatement = defineStatement(
  "currencies_written",
  `
    select r.id, ${currencyJson("(select timezone from stores where id = $1)")} as text
    from currencies r where r.store_id = $1 and r.id = any ($2::bigint[]) order by r.id`,
);

/** Publish the changes of the currencies, once the store's row has its new currency. */
export async function publishOwnCurrencyChange(
  tx: Transaction,
  { store, cause, change }: { store: Store; cause: Cause; change: OwnCurrencyChange },
): Promise<void> {
  if (change.removed) {
    const { id, code } = change.removed;
    await events.publish(tx, { ...cause, store }, "currency/delete", {
      id,
      snapshot: JSON.stringify({ code }),
    });
  }
  const rows = await tx.many<WrittenCurrency>(writtenStatement, [store.id, change.changed]);
  const updated = rows.map(({ id, text }) => ({ id, snapshot: text }));
  await events.publishMany(tx, { ...cause, store }, "currency/update", updated);
}
