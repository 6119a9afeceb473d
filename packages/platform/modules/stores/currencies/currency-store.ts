import { laterThan, type Queryable, type Transaction } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { currencyJson } from "./currency-json.ts";

/** A currency as it was written, with its JSON text. */
export interface WrittenCurrency {
  id: number;
  text: string;
}

/** What a currency is now. */
export interface CurrencyState {
  id: number;
  code: string;
  /** Whether it is the store's own. */
  is_default: boolean;
}

/** What is to be written, as decimal text; what is undefined stays as it is. */
export interface CurrencyInput {
  rate?: string;
  rounding?: string | null;
}

const lockStatement = {
  name: "currencies_lock",
  text: "select 1 from stores where id = $1 for no key update",
};

/** Makes the changes of a store's currencies, and of which one is its own, wait for each other. */
export async function lockCurrencies(tx: Transaction, storeId: number): Promise<void> {
  await tx.query(lockStatement, [storeId]);
}

// An id has no letters and a code no digits, so that one word can be either.
const named = (word: string): string =>
  `(r.code = upper(${word}::text) or r.id = case when ${word}::text ~ '^[1-9][0-9]{0,15}$' then ${word}::text::bigint end)`;

const byName = {
  name: "currency_by_name",
  text: `select ${currencyJson("$3")} as text from currencies r where r.store_id = $1 and ${named("$2")}`,
};

/** The JSON text of a currency by its id or code; null when it is not there. */
export async function currencyText(run: Queryable, store: Store, word: string): Promise<string | null> {
  const { rows } = await run.query<{ text: string }>(byName, [store.id, word, store.timezone]);
  return rows[0]?.text ?? null;
}

const stateStatement = {
  name: "currency_state",
  text: `
    select r.id, r.code, r.code = own.currency_code as is_default
    from currencies r join stores own on own.id = r.store_id
    where r.store_id = $1 and ${named("$2")}`,
};

/** What a currency is, by its id or code, once the currencies are locked; null when it is not there. */
export async function readCurrencyState(
  tx: Transaction,
  store: Store,
  word: string,
): Promise<CurrencyState | null> {
  const { rows } = await tx.query<CurrencyState>(stateStatement, [store.id, word]);
  return rows[0] ?? null;
}

const insertStatement = {
  name: "currency_insert",
  text: `
    insert into currencies as r (store_id, code, rate, rounding) values ($1, $2, $3, $4)
    on conflict (store_id, code) do nothing
    returning r.id, ${currencyJson("$5")} as text`,
};

/** Adds a currency. @returns null when the store has it already */
export async function insertCurrency(
  tx: Transaction,
  store: Store,
  { code, rate, rounding }: { code: string; rate: string; rounding: string | null },
): Promise<WrittenCurrency | null> {
  const values = [store.id, code, rate, rounding, store.timezone];
  const { rows } = await tx.query<WrittenCurrency>(insertStatement, values);
  return rows[0] ?? null;
}

const changeStatement = {
  name: "currency_change",
  text: `
    update currencies r set rate = coalesce($3::numeric, r.rate),
      rounding = case when $4 then $5::numeric else r.rounding end, updated_at = ${laterThan("r.updated_at")}
    where r.store_id = $1 and r.id = $2
      and (r.rate, r.rounding) is distinct from
        (coalesce($3::numeric, r.rate), case when $4 then $5::numeric else r.rounding end)
    returning r.id, ${currencyJson("$6")} as text`,
};

/** Writes what differs. @returns the currency, null when it is as asked already */
export async function changeCurrency(
  tx: Transaction,
  store: Store,
  { id, input }: { id: number; input: CurrencyInput },
): Promise<WrittenCurrency | null> {
  const { rate, rounding } = input;
  const values = [store.id, id, rate ?? null, rounding !== undefined, rounding ?? null, store.timezone];
  const { rows } = await tx.query<WrittenCurrency>(changeStatement, values);
  return rows[0] ?? null;
}
