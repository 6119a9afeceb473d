import { defineStatement } from "../statement.ts";

/**
 * Find inconsistent balances of the customers of store `$1` with ids after `$2` up to `$3`. Balances are compared with the
 * ledger, and each ledger line with the lines before it. This is one statement, so that it reads one state of the database.
 */
export const balanceCheck = defineStatement(
  "verify_balances",
  `
    with ledger as materialized (
      select m.id, m.customer_id, m.balance, m.change, m.resulting,
        sum(m.change) over (partition by m.customer_id, m.balance order by m.id) as running
      from balance_movements m where m.store_id = $1 and m.customer_id > $2 and m.customer_id <= $3),
    ledger_sum as (select customer_id, balance, sum(change) as amount from ledger group by customer_id, balance),
    customer_balance as (
      select c.id as customer_id, b.balance, b.amount
      from customers c cross join lateral (values ('credit', c.total_credit), ('point', c.total_point)) as b (balance, amount)
      where c.store_id = $1 and c.id > $2 and c.id <= $3)
    select 'balance' as kind, customer_id as id, null as variant_id, null as location_id, 'total_' || balance as field,
      customer_balance.amount::float8 as stored_value, coalesce(ledger_sum.amount, 0)::float8 as computed_value
    from customer_balance left join ledger_sum using (customer_id, balance)
    where customer_balance.amount <> coalesce(ledger_sum.amount, 0)
    union all
    select 'balance_movement', id, null, null, 'total_' || balance, resulting::float8, running::float8
    from ledger where resulting <> running`,
);
