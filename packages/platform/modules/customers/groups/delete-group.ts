import { type operations, refuse } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { anyOf } from "../../../listing/any-of.ts";
import type { Call } from "../../../routing/call.ts";
import { markChanged } from "../mark-customers.ts";

// As many customers as are locked, changed and told at once: whoever changes one of them waits no longer than that.
const batch = 1_000;

const thereText = "select from customer_groups where store_id = $1 and id = $2";

const membersStatement = {
  name: "customer_group_members",
  text: `
    select customer_id from customer_group_members where store_id = $1 and group_id = $2 order by customer_id limit $3`,
};

// Customers before their memberships, as everywhere. Whom somebody else took out meanwhile is not told again.
const takeOutStatement = {
  name: "customer_group_take_out",
  text: `
    with held as materialized (
      select id from customers where store_id = $1 and id = ${anyOf("$3")} order by id for no key update),
    gone as (
      delete from customer_group_members m using held
      where m.store_id = $1 and m.group_id = $2 and m.customer_id = held.id returning m.customer_id)
    select customer_id from gone order by customer_id`,
};

type Deletion = Call<typeof operations.deleteCustomerGroup>;

/**
 * Deletes a group. Its customers stay and are each told by customer/update. Of many a part at a time is taken out, each part
 * with its events in a transaction of its own; the last one deletes.
 * @throws Refusal not_found
 */
export async function deleteGroup(
  facts: FactRegistry,
  database: Database,
  call: Deletion,
): Promise<Record<string, never>> {
  const { store, params } = call;
  if ((await database.query(thereText, [store.id, params.id])).rowCount === 0) refuse("not_found");
  for (let more = true; more; )
    more = await database.transaction((tx) => deletePart(facts, tx, call), { repeatable: true });
  return {};
}

/** Takes some customers out, and deletes the group when these were the last. @returns whether more remain */
async function deletePart(facts: FactRegistry, tx: Transaction, call: Deletion): Promise<boolean> {
  const { store, params } = call;
  if ((await takeOut(facts, tx, call)) === batch) return true;
  const locked = await tx.query(`${thereText} for update`, [store.id, params.id]);
  if (locked.rowCount === 0) refuse("not_found");
  // Customers are locked before their group, so some may have come while it was not locked.
  if ((await takeOut(facts, tx, call)) === batch) return true;
  await tx.query("delete from customer_groups where store_id = $1 and id = $2", [store.id, params.id]);
  return false;
}

interface Member {
  customer_id: number;
}

/** Takes the first ones out and tells them. @returns how many there were to take out */
async function takeOut(facts: FactRegistry, tx: Transaction, call: Deletion): Promise<number> {
  const { store, params } = call;
  const members = await tx.query<Member>(membersStatement, [store.id, params.id, batch]);
  if (members.rowCount === 0) return 0;
  const values = [store.id, params.id, members.rows.map(({ customer_id }) => customer_id)];
  const gone = await tx.query<Member>(takeOutStatement, values);
  await markChanged(facts, tx, { store, cause: call, ids: gone.rows.map(({ customer_id }) => customer_id) });
  return members.rowCount;
}
