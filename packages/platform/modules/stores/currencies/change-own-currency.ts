import { refuseField } from "@souk/contract";
import { laterThan, type Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordTombstones } from "../../../record-tombstone.ts";
import type { Cause } from "../../../routing/actor.ts";
import type { Store } from "../../../routing/call.ts";
import { currencyJson } from "./currency-json.ts";
import type { WrittenCurrency } from "./currency-store.ts";

/** What giving a store another currency did to its list of currencies. */
export interface OwnCurrencyChange {
  /** The former own currency, when the new one took its place in the list. */
  removed: { id: number; code: string } | null;
  /** The currencies that are not what they were. */
  changed: number[];
}

const listStatement = {
  name: "currency_codes",
  text: "select r.id, r.code from currencies r where r.store_id = $1 order by r.id",
};

// Rates are units for one of the store's own, so that all are divided by that of the new one.
const reckonStatement = {
  name: "currencies_reckon",
  text: `
    update currencies r set updated_at = ${laterThan("r.updated_at")},
      rate = case when r.code = $2 then 1 else greatest(round(r.rate / own.rate, 12), 0.000000000001) end
    from currencies own join stores store on store.id = own.store_id
    where r.store_id = $1 and own.store_id = $1 and own.code = $2
      and (own.rate <> 1 or r.code in ($2, store.currency_code))
    returning r.id`,
};

const replaceStatement = {
  name: "currency_replace",
  text: `
    with gone as (delete from currencies where store_id = $1 and id = $3)
    insert into currencies (store_id, code, rate) values ($1, $2, 1) returning id`,
};

/**
 * Makes the list of currencies fit a new currency of the store, before the store's row says so; the row is locked already.
 * One that is listed becomes the one from which all rates are reckoned; any other takes the place of the former one.
 * @throws Refusal invalid naming currency_code, when other currencies are listed with rates from the former one alone
 */
export async function changeOwnCurrency(
  tx: Transaction,
  storeId: number,
  code: string,
): Promise<OwnCurrencyChange> {
  const { rows } = await tx.query<{ id: number; code: string }>(listStatement, [storeId]);
  if (rows.some((row) => row.code === code)) {
    const reckoned = await tx.query<{ id: number }>(reckonStatement, [storeId, code]);
    return { removed: null, changed: reckoned.rows.map(({ id }) => id) };
  }
  const [former, ...others] = rows;
  if (!former) throw new Error(`Store ${storeId} has no currency.`);
  if (others.length > 0)
    refuseField(
      "currency_code",
      `is ${code}, for which no rate is known while the store has ${rows.length} currencies; add ${code} with its rate first, or remove the others`,
    );
  const made = await tx.query<{ id: number }>(replaceStatement, [storeId, code, former.id]);
  await recordTombstones(tx, storeId, "currencies", [former.id]);
  return { removed: former, changed: made.rows.map(({ id }) => id) };
}

// The time zone may have changed with the currency.
const writtenStatement = {
  name: "currencies_written",
  text: `
    select r.id, ${currencyJson("(select timezone from stores where id = $1)")} as text
    from currencies r where r.store_id = $1 and r.id = any ($2::bigint[]) order by r.id`,
};

/** Tells what became of the currencies, once the store's row says which one is its own. */
export async function tellOwnCurrency(
  facts: FactRegistry,
  tx: Transaction,
  { store, cause, change }: { store: Store; cause: Cause; change: OwnCurrencyChange },
): Promise<void> {
  if (change.removed) await facts.raise(tx, store, cause, "currency_deleted", change.removed);
  const { rows } = await tx.query<WrittenCurrency>(writtenStatement, [store.id, change.changed]);
  await facts.raiseEach(tx, store, cause, "currency_changed", rows);
}
