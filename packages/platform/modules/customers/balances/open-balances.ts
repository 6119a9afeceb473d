import type { Transaction } from "@souk/database";
import { anyOf } from "../../../listing/any-of.ts";
import type { Cause } from "../../../routing/actor.ts";
import type { Store } from "../../../routing/call.ts";

/** What a new customer begins with. */
export interface OpeningBalances {
  /** Plain decimal text with at most the decimals of the store's currency. */
  total_credit: string;
  total_point: number;
}

const holdStatement = {
  name: "store_currency_hold",
  text: "select from stores where id = $1 and currency_code = $2 for share",
};

/**
 * Keeps the store's currency as it is until the transaction ends, so that no amount is written in another one's decimals. Before
 * any customer is locked, as changes of balances do.
 * @returns false when it is another currency by now
 */
export async function holdCurrency(
  tx: Transaction,
  { id, currency_code }: Pick<Store, "id" | "currency_code">,
): Promise<boolean> {
  return (await tx.query(holdStatement, [id, currency_code])).rowCount > 0;
}

const statement = {
  name: "balances_open",
  text: `
    with opened as (
      update customers r set total_credit = o.total_credit, total_point = o.total_point
      from jsonb_to_recordset($2::jsonb) as o (customer_id bigint, total_credit numeric, total_point bigint)
      where r.store_id = $1 and r.id = ${anyOf("$3")} and r.id = o.customer_id
      returning r.id, r.total_credit, r.total_point, r.updated_at)
    insert into balance_movements (store_id, customer_id, balance, change, resulting, description, actor_kind, actor_id,
      request_id, created_at)
    select $1, o.id, line.balance, line.amount, line.amount, $4, $5, $6, $7, o.updated_at
    from opened o
    cross join lateral (values ('credit', o.total_credit), ('point', o.total_point::numeric)) as line (balance, amount)
    where line.amount > 0 order by o.id, line.balance`,
};

/**
 * Gives customers of this transaction, whom nobody has been told of yet, what they begin with: each balance with its line of
 * the ledger.
 */
export async function openBalances(
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
  const by = [cause.actor.kind, cause.actor.id, cause.request_id];
  await tx.query(statement, [store.id, JSON.stringify(openings), ids, description, ...by]);
}
