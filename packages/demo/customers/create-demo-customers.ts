import type { Transaction } from "@souk/database";
import type { Store } from "@souk/platform";
import { emptyAddress, emptyCustomer, insertCustomers } from "@souk/platform/modules/customers";
import { type DemoCustomer, demoCustomers, demoGroups } from "./demo-customers.ts";

const dayMs = 86_400_000;

function buildCustomer({ name, phone, city, zip, province_code, address1, tags }: DemoCustomer) {
  const [first_name, last_name] = name;
  const email = `${first_name}.${last_name}@customers.test`.toLowerCase().replaceAll(/[^a-z.@]/g, "");
  const address = { ...emptyAddress, first_name, last_name, phone, address1, city, zip, province_code };
  return {
    fields: { ...emptyCustomer, first_name, last_name, email, phone, country_code: "MY", tags: [...tags] },
    addresses: [{ ...address, country: "Malaysia", country_code: "MY", is_default: true }],
    attributes: new Map(),
  };
}

interface BalanceMovement {
  customer_id: number;
  balance: "credit" | "point";
  change: string;
  resulting: string;
  description: string;
  created_at: Date;
}

/**
 * Build the movements of a customer's store credit and points, with running totals. The movements of each balance are three days
 * apart, and the last one was yesterday.
 */
function buildBalanceMovements(
  customer_id: number,
  { credit = [], points = [] }: DemoCustomer,
  now: number,
): BalanceMovement[] {
  const balances = [
    ["credit", credit.map(([amount, reason]) => [Number(amount), reason] as const), 2],
    ["point", points, 0],
  ] as const;
  return balances.flatMap(([balance, changes, decimals]) => {
    let runningTotal = 0;
    return changes.map(([change, description], index): BalanceMovement => {
      runningTotal += change;
      const created_at = new Date(now - dayMs * (1 + 3 * (changes.length - 1 - index)));
      const amounts = { change: change.toFixed(decimals), resulting: runningTotal.toFixed(decimals) };
      return { customer_id, balance, ...amounts, description, created_at };
    });
  });
}

const insertMovementsSql = `
  with line as (
    insert into balance_movements (store_id, customer_id, balance, change, resulting, description, actor_kind, actor_id,
      request_id, created_at)
    select $1, l.customer_id, l.balance, l.change, l.resulting, l.description, 'account', $3, 'demo-balances', l.created_at
    from jsonb_to_recordset($2::jsonb) as l (customer_id bigint, balance text, change numeric, resulting numeric,
      description text, created_at timestamptz)
    order by l.created_at
    returning customer_id, balance, change)
  update customers c set
    total_credit = (select coalesce(sum(change), 0) from line where line.customer_id = c.id and balance = 'credit'),
    total_point = (select coalesce(sum(change), 0) from line where line.customer_id = c.id and balance = 'point')
  where c.store_id = $1 and c.id in (select customer_id from line)`;

/** Create the customers of the demo store with groups, store credit and points, and add a second currency to the store. */
export async function createDemoCustomers(
  tx: Transaction,
  { store, ownerId }: { store: Store; ownerId: number },
  now: number,
): Promise<void> {
  const ids = await insertCustomers(tx, store, demoCustomers.map(buildCustomer));
  const movements = demoCustomers.flatMap((customer, index) =>
    buildBalanceMovements(ids[index] ?? 0, customer, now),
  );
  await tx.query(insertMovementsSql, [store.id, JSON.stringify(movements), String(ownerId)]);
  for (const { name, description, tag } of demoGroups) {
    await tx.query(
      `with new_group as (insert into customer_groups (store_id, name, description) values ($1, $2, $3) returning id)
       insert into customer_group_members (store_id, group_id, customer_id)
       select $1, new_group.id, c.id from new_group, customers c where c.store_id = $1 and $4 = any(c.tags)`,
      [store.id, name, description, tag],
    );
  }
  await tx.query("insert into currencies (store_id, code, rate, rounding) values ($1, 'SGD', 0.31, 0.05)", [
    store.id,
  ]);
}
