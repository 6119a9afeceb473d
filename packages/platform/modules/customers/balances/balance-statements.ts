import { defineStatement, monotonicUpdatedAt, type Statement } from "@souk/database";
import { type BalanceKind, maxBalance } from "./balance-kind.ts";

/** A customer's balance that a statement left unchanged, with the possible reasons. */
export interface BalanceState {
  /** Whether the adjustment would make the balance negative. */
  goes_below_zero: boolean;
  /** Whether the adjustment would make the balance greater than the maximum. */
  exceeds_max: boolean;
  /** The current balance, as decimal text. */
  available: string;
  /** The store's current currency. */
  currency_code: string;
  /** The balance's response as JSON text. */
  text: string;
}

/**
 * The statements of one kind of balance. The parameters of `adjust` and `set` are: `$1` store, `$2` customer, `$3` amount,
 * `$4` description, `$5` to `$7` actor and request, `$8` events, `$9` time zone. If the balance is money, `$10` is the currency's
 * number of decimal places, and `$11` the currency's code.
 */
export interface BalanceStatements {
  /** Adds the amount, unless the balance would go below 0 or above the maximum. */
  adjust: Statement;
  /** Sets the balance to the amount, unless it has that value already. */
  set: Statement;
  /**
   * Reads a balance that `adjust` or `set` left unchanged. Its parameters are: `$1` store, `$2` customer, `$3` amount, `$4`
   * time zone. If the balance is money, `$5` is the currency's number of decimal places.
   */
  state: Statement;
}

const buildBalanceJson = (
  kind: BalanceKind,
  amount: string,
  { zone, exponent }: { zone: string; exponent: string },
) =>
  `row_to_json((select x from (select r.id as customer_id, ${kind.balanceSql(amount, exponent)} as ${kind.column},
    souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;

// A change of the store's currency first checks the decimal places of every amount. This lock makes that check wait, so that the check
// cannot miss an amount that another transaction is about to commit. Lock order: store, customer.
const lockStoreSql = ({ isMoney }: BalanceKind): string => `
  locked_store as materialized (select${isMoney ? " from stores where id = $1 and currency_code = $11 for share" : ""})`;

// guard: balance-room replacing `between 0 and` with `between -1000000 and`: balances/balances.test.ts below 0
const adjustSql = ({ column, type }: BalanceKind): string => `
  changed as (
    update customers r set ${column} = r.${column} + $3::${type}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from locked_store where r.store_id = $1 and r.id = $2 and r.${column} + $3::${type} between 0 and ${maxBalance}
    returning r.id, $3::numeric as change, r.${column} as resulting, r.updated_at)`;

// The previous balance is read under the row's lock. Otherwise the difference in the ledger could include a concurrent change.
// guard: balance-before without `for no key update of r`: balances/balances.test.ts P36: if 64 clients overdraw and set a balance, its ledger lines stay consecutive
const setSql = ({ column, type }: BalanceKind): string => `
  previous as materialized (
    select r.id, r.${column} as balance from customers r, locked_store
    where r.store_id = $1 and r.id = $2 for no key update of r),
  changed as (
    update customers r set ${column} = $3::${type}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from previous where r.store_id = $1 and r.id = previous.id and previous.balance <> $3::${type}
    returning r.id, (r.${column} - previous.balance)::numeric as change, r.${column} as resulting, r.updated_at)`;

// One statement writes the balance, its line of the ledger and the events, so they always agree.
function defineChangeStatement(kind: BalanceKind, verb: "adjust" | "set"): Statement {
  const changedSql = verb === "adjust" ? adjustSql(kind) : setSql(kind);
  return defineStatement(
    `${kind.balance}_${verb}`,
    `
      with ${lockStoreSql(kind)},${changedSql},
      movement as (
        insert into balance_movements (store_id, customer_id, balance, change, resulting, description, actor_kind, actor_id,
          request_id, created_at)
        select $1, id, '${kind.balance}', change, resulting, $4::text, $5::text, $6::text, $7::text, updated_at from changed),
      recorded as (
        insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, context, trigger_by_app,
          actor_kind, actor_id, request_id)
        select $1, changed.updated_at, draft.topic, draft.resource_id, draft.payload, draft.context, draft.trigger_by_app,
          $5::text, $6::text, $7::text
        from changed, jsonb_to_recordset($8::jsonb)
          as draft (topic text, resource_id bigint, payload text, context text, trigger_by_app text))
      select ${buildBalanceJson(kind, "r.resulting", { zone: "$9", exponent: "$10" })} as text from changed r`,
  );
}

/** Create the statements that change and read one kind of balance. */
export function createBalanceStatements(kind: BalanceKind): BalanceStatements {
  const { balance, column, type } = kind;
  return {
    adjust: defineChangeStatement(kind, "adjust"),
    set: defineChangeStatement(kind, "set"),
    state: defineStatement(
      `${balance}_state`,
      `
        select r.${column} + $3::${type} < 0 as goes_below_zero, r.${column} + $3::${type} > ${maxBalance} as exceeds_max,
          ${kind.balanceSql(`r.${column}`, "$5")}::text as available, store.currency_code,
          ${buildBalanceJson(kind, `r.${column}`, { zone: "$4", exponent: "$5" })} as text
        from customers r join stores store on store.id = r.store_id where r.store_id = $1 and r.id = $2`,
    ),
  };
}
