import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { buildCurrencyJson } from "./currency-json.ts";

/** A currency that was just inserted or updated, with its JSON text. */
export interface WrittenCurrency {
  id: number;
  text: string;
}

/** The current state of a currency. */
export interface CurrencyState {
  id: number;
  code: string;
  /** Whether it is the store's own currency. */
  is_default: boolean;
}

/** The new values as decimal text. Absent values are left unchanged. */
export interface CurrencyInput {
  rate?: string;
  rounding?: string | null;
}

const lockStatement = defineStatement(
  "currencies_lock",
  "select 1 from stores where id = $1 for no key update",
);

/**
 * Lock a store's currencies until the transaction ends. The lock is on the store's row, so a change of the store's own currency
 * waits too.
 */
export async function lockCurrencies(tx: Transaction, storeId: number): Promise<void> {
  await tx.query(lockStatement, [storeId]);
}

// An id has no letters and a code has no digits, so one parameter can be either of them.
const buildIdOrCodeCondition = (parameter: string): string =>
  `(r.code = upper(${parameter}::text) or r.id = case when ${parameter}::text ~ '^[1-9][0-9]{0,15}$' then ${parameter}::text::bigint end)`;

const textStatement = defineStatement(
  "currency_by_id_or_code",
  `select ${buildCurrencyJson("$3")} as text from currencies r where r.store_id = $1 and ${buildIdOrCodeCondition("$2")}`,
);

/** Load the JSON text of a currency by its id or code, or return null if it does not exist. */
export async function loadCurrencyText(
  db: Queryable,
  store: Store,
  idOrCode: string,
): Promise<string | null> {
  const row = await db.maybeOne<{ text: string }>(textStatement, [store.id, idOrCode, store.timezone]);
  return row?.text ?? null;
}

const stateStatement = defineStatement(
  "currency_state",
  `
    select r.id, r.code, r.code = own.currency_code as is_default
    from currencies r join stores own on own.id = r.store_id
    where r.store_id = $1 and ${buildIdOrCodeCondition("$2")}`,
);

/**
 * Load the state of a currency by its id or code, or return null if it does not exist. The caller must have locked the
 * currencies with `lockCurrencies`.
 */
export async function readCurrencyState(
  tx: Transaction,
  store: Store,
  idOrCode: string,
): Promise<CurrencyState | null> {
  const row = await tx.maybeOne<CurrencyState>(stateStatement, [store.id, idOrCode]);
  return row ?? null;
}

const insertStatement = defineStatement(
  "currency_insert",
  `
    insert into currencies as r (store_id, code, rate, rounding) values ($1, $2, $3, $4)
    on conflict (store_id, code) do nothing
    returning r.id, ${buildCurrencyJson("$5")} as text`,
);

/** Insert a currency. @returns null if the store has it already */
export async function insertCurrency(
  tx: Transaction,
  store: Store,
  { code, rate, rounding }: { code: string; rate: string; rounding: string | null },
): Promise<WrittenCurrency | null> {
  const values = [store.id, code, rate, rounding, store.timezone];
  const row = await tx.maybeOne<WrittenCurrency>(insertStatement, values);
  return row ?? null;
}

const changeStatement = defineStatement(
  "currency_change",
  `
    update currencies r set rate = coalesce($3::numeric, r.rate),
      rounding = case when $4 then $5::numeric else r.rounding end, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.id = $2
      and (r.rate, r.rounding) is distinct from
        (coalesce($3::numeric, r.rate), case when $4 then $5::numeric else r.rounding end)
    returning r.id, ${buildCurrencyJson("$6")} as text`,
);

/** Update a currency. @returns the updated currency, or null if it already has the values of `input` */
export async function changeCurrency(
  tx: Transaction,
  store: Store,
  { id, input }: { id: number; input: CurrencyInput },
): Promise<WrittenCurrency | null> {
  const { rate, rounding } = input;
  const values = [store.id, id, rate ?? null, rounding !== undefined, rounding ?? null, store.timezone];
  const row = await tx.maybeOne<WrittenCurrency>(changeStatement, values);
  return row ?? null;
}
