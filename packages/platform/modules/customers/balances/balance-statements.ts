import { defineStatement, monotonicUpdatedAt, type Statement } from "@souk/database";
import { type BalanceKind, maxBalance } from "./balance-kind.ts";

/** The state of a customer's balance. */
export interface BalanceState {
  /** Whether the change would leave less than 0, or more than the largest balance. */
  short: boolean;
  over: boolean;
  /** The current balance, in words. */
  left_over: string;
  /** The store's current currency. */
  currency_code: string;
  /** The balance as JSON text. */
  text: string;
}

/**
 * `$1` store, `$2` customer, `$3` amount, `$4` description, `$5` to `$7` actor and request, `$8` events, `$9` time zone; of
 * money also `$10` decimals and `$11` code of the currency.
 */
export interface BalanceStatements {
  /** Adds the amount, unless the balance would go below 0 or above the largest one. */
  adjust: Statement;
  /** Sets the balance to the amount, unless it is that already. */
  set: Statement;
  /**
   * Reads a balance that a statement left unchanged: `$1` store, `$2` customer, `$3` amount, `$4` time zone; of money
   * `$5` decimals.
   */
  state: Statement;
}

const balanceJson = (
  kind: BalanceKind,
  amount: string,
  { zone, exponent }: { zone: string; exponent: string },
) =>
  `row_to_json((select x from (select r.id as customer_id, ${kind.shown(amount, exponent)} as ${kind.column},
    souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;

// A change of the store's currency looks at every amount first: it must not miss one that is just being written. The store is
// locked before the customer.
const lockStoreSql = ({ isMoney }: BalanceKind): string => `
  held as materialized (select${isMoney ? " from stores where id = $1 and currency_code = $11 for share" : ""})`;

// guard: balance-room with `between -1000000 and` for `between 0 and`: balances/balances.test.ts below 0
const adjusted = ({ column, type }: BalanceKind): string => `
  changed as (
    update customers r set ${column} = r.${column} + $3::${type}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from held where r.store_id = $1 and r.id = $2 and r.${column} + $3::${type} between 0 and ${maxBalance}
    returning r.id, $3::numeric as change, r.${column} as resulting, r.updated_at)`;

// The old balance is read under the row's lock, or the difference in the ledger could be another's.
// guard: balance-before without `for no key update of r`: balances/balances.test.ts P36: 64 clients overdraw and set a balance; every line follows from the last
const set = ({ column, type }: BalanceKind): string => `
  before as materialized (
    select r.id, r.${column} as was from customers r, held where r.store_id = $1 and r.id = $2 for no key update of r),
  changed as (
    update customers r set ${column} = $3::${type}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from before where r.store_id = $1 and r.id = before.id and before.was <> $3::${type}
    returning r.id, (r.${column} - before.was)::numeric as change, r.${column} as resulting, r.updated_at)`;

// One statement: the balance, its line of the ledger and the events, or nothing at all.
function changing(kind: BalanceKind, verb: "adjust" | "set"): Statement {
  const changed = verb === "adjust" ? adjusted(kind) : set(kind);
  return defineStatement(
    `${kind.balance}_${verb}`,
    `
      with ${lockStoreSql(kind)},${changed},
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
      select ${balanceJson(kind, "r.resulting", { zone: "$9", exponent: "$10" })} as text from changed r`,
  );
}

/** Build the statements that change a kind of balance. */
export function balanceStatements(kind: BalanceKind): BalanceStatements {
  const { balance, column, type } = kind;
  return {
    adjust: changing(kind, "adjust"),
    set: changing(kind, "set"),
    state: defineStatement(
      `${balance}_state`,
      `
        select r.${column} + $3::${type} < 0 as short, r.${column} + $3::${type} > ${maxBalance} as over,
          ${kind.shown(`r.${column}`, "$5")}::text as left_over, own.currency_code,
          ${balanceJson(kind, `r.${column}`, { zone: "$4", exponent: "$5" })} as text
        from customers r join stores own on own.id = r.store_id where r.store_id = $1 and r.id = $2`,
    ),
  };
}
