import { defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";

/** The opening balances of a new customer. */
export interface OpeningBalances {
  /** Plain decimal text with at most as many decimal places as the store's currency. */
  total_credit: string;
  total_point: number;
}

const lockStatement = defineStatement(
  "store_currency_lock",
  "select from stores where id = $1 and currency_code = $2 for share",
);

/**
 * Lock the store's currency until the transaction ends, so that no amount is written with the decimal places of another currency.
 * Call it before locking any customer, because changes of balances lock the store first, too.
 * @returns false, without a lock, if the store's currency has changed since `store` was loaded
 */
export async function tryLockStoreCurrency(
  tx: Transaction,
  { id, currency_code }: Pick<Store, "id" | "currency_code">,
): Promise<boolean> {
  return (await tx.query(lockStatement, [id, currency_code])).rowCount > 0;
}

const statement = defineStatement(
  "balances_open",
  `
    with opened as (
      update customers r set total_credit = o.total_credit, total_point = o.total_point
      from jsonb_to_recordset($2::jsonb) as o (customer_id bigint, total_credit numeric, total_point bigint)
      where r.store_id = $1 and r.id = ${buildAnyIds("$3")} and r.id = o.customer_id
      returning r.id, r.total_credit, r.total_point, r.updated_at)
    insert into balance_movements (store_id, customer_id, balance, change, resulting, description, actor_kind, actor_id,
      request_id, created_at)
    select $1, o.id, line.balance, line.amount, line.amount, $4, $5, $6, $7, o.updated_at
    from opened o
    cross join lateral (values ('credit', o.total_credit), ('point', o.total_point::numeric)) as line (balance, amount)
    where line.amount > 0 order by o.id, line.balance`,
);

/**
 * Set the opening balances of customers that this transaction created and has not published yet. Each balance above 0 gets a
 * line in its ledger.
 */
export async function setOpeningBalances(
  tx: Transaction,
  store: Pick<Store, "id">,
  {
    cause,
    description,
    openings,
  }: { cause: Cause; description: string; openings: readonly (OpeningBalances & { customer_id: number })[] },
): Promise<void> {
  if (openings.length === 0) return;
  const ids = openings.map(({ customer_id }) => customer_id);
  const causeValues = [cause.actor.kind, cause.actor.id, cause.request_id];
  await tx.query(statement, [store.id, JSON.stringify(openings), ids, description, ...causeValues]);
}
