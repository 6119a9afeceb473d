import { defineStatement, monotonicUpdatedAt, type Statement } from "@souk/database";
import { type BalanceKind, maxBalance } from "./balance-kind.ts";

/** A customer's balance before and after a statement. */
export interface BalanceResult {
  /** Whether the statement changed the balance. */
  is_changed: boolean;
  /** Whether an adjustment by the amount would make the balance negative. */
  goes_below_zero: boolean;
  /** The balance before the statement, as decimal text. */
  available: string;
  /** The response that shows the balance after the statement, as JSON text. */
  text: string;
}

/**
 * The statements of one kind of balance. The parameters of `adjust` and `set` are: `$1` store, `$2` customer, `$3` amount,
 * `$4` description, `$5` and `$6` actor's kind and id, `$7` request, `$8` events, `$9` time zone. If the balance is money, `$10`
 * is the currency's number of decimal places, and `$11` the currency's code. Both return no row if the store has no such customer
 * or has another currency than `$11`.
 */
export interface BalanceStatements {
  /** Adds the amount, unless the balance would go below 0 or above the maximum. */
  adjust: Statement;
  /** Sets the balance to the amount, unless it has that value already. */
  set: Statement;
}

const buildBalanceJson = (
  kind: BalanceKind,
  amount: string,
  { zone, exponent }: { zone: string; exponent: string },
) =>
  `row_to_json((select x from (select r.id as customer_id, ${kind.balanceSql(amount, exponent)} as ${kind.column},
    souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;

// A change of the store's currency first checks the decimal places of every amount. This lock makes that check wait, so that the check
// cannot miss an amount that another transaction is about to commit. Lock order: store, customer. Points have no currency, so for
// points the store is not locked: the `select` without a table just returns one row.
const lockStoreSql = ({ isMoney }: BalanceKind): string => `
  locked_store as materialized (select${isMoney ? " from stores where id = $1 and currency_code = $11 for share" : ""})`;

// guard balance-room: with `between -1000000 and` instead of `between 0 and`, balances/balances.test.ts fails at `below 0`
const changeSql = {
  adjust: ({ type }: BalanceKind) => ({
    resulting: `previous.balance + $3::${type}`,
    changeCondition: `previous.balance + $3::${type} between 0 and ${maxBalance}`,
  }),
  set: ({ type }: BalanceKind) => ({
    resulting: `$3::${type}`,
    changeCondition: `previous.balance <> $3::${type}`,
  }),
};

// The balance is read under the row's lock. Otherwise the difference in the ledger line could include a concurrent change, and the
// error about a rejected adjustment could name the wrong limit.
// guard balance-before: without `for no key update of r`, balances/balances.test.ts fails at `P36: if 64 clients overdraw and set a balance, its ledger lines stay consecutive`
function buildChangeSql(kind: BalanceKind, verb: "adjust" | "set"): string {
  const { resulting, changeCondition } = changeSql[verb](kind);
  return `
  previous as materialized (
    select r.id, r.${kind.column} as balance, r.updated_at from customers r, locked_store
    where r.store_id = $1 and r.id = $2 for no key update of r),
  changed as (
    update customers r set ${kind.column} = ${resulting}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    from previous where r.store_id = $1 and r.id = previous.id and ${changeCondition}
    returning r.id, (r.${kind.column} - previous.balance)::numeric as change, r.${kind.column} as resulting, r.updated_at)`;
}

// One statement writes the balance, the ledger line and the events, so they always agree.
function defineChangeStatement(kind: BalanceKind, verb: "adjust" | "set"): Statement {
  const { type } = kind;
  return defineStatement(
    `${kind.balance}_${verb}`,
    `
      with ${lockStoreSql(kind)},${buildChangeSql(kind, verb)},
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
          as draft (topic text, resource_id bigint, payload text, context text, trigger_by_app text)),
      current as (
        select previous.id, coalesce(changed.resulting, previous.balance) as balance,
          coalesce(changed.updated_at, previous.updated_at) as updated_at, changed.id is not null as is_changed,
          previous.balance as balance_before
        from previous left join changed on changed.id = previous.id)
      select r.is_changed, r.balance_before + $3::${type} < 0 as goes_below_zero,
        ${kind.balanceSql("r.balance_before", "$10")}::text as available,
        ${buildBalanceJson(kind, "r.balance", { zone: "$9", exponent: "$10" })} as text
      from current r`,
  );
}

/** Create the statements that change one kind of balance. */
export function createBalanceStatements(kind: BalanceKind): BalanceStatements {
  return { adjust: defineChangeStatement(kind, "adjust"), set: defineChangeStatement(kind, "set") };
}
