import { throwFieldError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { buildCurrencyJson } from "./currency-json.ts";
import type { WrittenCurrency } from "./currency-store.ts";

/** How a store's list of currencies changes when the store's own currency changes. */
export interface OwnCurrencyChange {
  /** The former own currency, if it was removed from the list; otherwise null. */
  removed: { id: number; code: string } | null;
  /** The ids of the currencies that changed. */
  changed: number[];
}

const listStatement = defineStatement(
  "currency_codes",
  "select r.id, r.code from currencies r where r.store_id = $1 order by r.id",
);

// A currency's rate is the number of its units for one unit of the store's own currency. So all rates are divided by the rate of the
// new own currency.
const rebaseStatement = defineStatement(
  "currencies_rebase",
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
    with deleted as (delete from currencies where store_id = $1 and id = $3)
    insert into currencies (store_id, code, rate) values ($1, $2, 1) returning id`,
);

/**
 * Adapt a store's list of currencies to a new own currency of the store. If the new currency is listed, the rates of all currencies
 * are recalculated for it. Otherwise it replaces the only listed currency. The caller has locked the store's row, and changes the
 * row afterwards.
 * @throws ApiError `invalid` for `currency_code` if it is not listed and the store has several currencies, because their rates
 *   cannot be recalculated
 */
export async function changeOwnCurrency(
  tx: Transaction,
  storeId: number,
  code: string,
): Promise<OwnCurrencyChange> {
  const rows = await tx.many<{ id: number; code: string }>(listStatement, [storeId]);
  if (rows.some((row) => row.code === code)) {
    const rebased = await tx.many<{ id: number }>(rebaseStatement, [storeId, code]);
    return { removed: null, changed: rebased.map(({ id }) => id) };
  }
  const [former, ...otherCurrencies] = rows;
  if (!former) throw new Error(`Store ${storeId} has no currency.`);
  if (otherCurrencies.length > 0)
    throwFieldError(
      "currency_code",
      "not_allowed",
      {},
      `{field} cannot be changed to ${code}, because the store has other currencies and no exchange rate for ${code}. Add ${code} with its rate first, or remove all currencies except ${former.code}.`,
    );
  const inserted = await tx.many<{ id: number }>(replaceStatement, [storeId, code, former.id]);
  await recordTombstones(tx, storeId, "currencies", [former.id]);
  return { removed: former, changed: inserted.map(({ id }) => id) };
}

// The time zone is read here, because it may have been changed by the same request.
const writtenStatement = defineStatement(
  "currencies_written",
  `
    select r.id, ${buildCurrencyJson("(select timezone from stores where id = $1)")} as text
    from currencies r where r.store_id = $1 and r.id = any ($2::bigint[]) order by r.id`,
);

/** Publish the events of a change of the store's list of currencies. Call this after the store's row has its new currency. */
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
  const updateEvents = rows.map(({ id, text }) => ({ id, snapshot: text }));
  await events.publishMany(tx, { ...cause, store }, "currency/update", updateEvents);
}
