import { type operations, throwApiError } from "@souk/contract";
import { type Database, defineStatement, type Transaction } from "@souk/database";
import { anyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { markCustomersChanged } from "../mark-customers.ts";

// The number of customers locked, changed and published at once: a change of one of them waits no longer than that.
const batch = 1_000;

const thereText = "select from customer_groups where store_id = $1 and id = $2";

const membersStatement = defineStatement(
  "customer_group_members",
  `
    select customer_id from customer_group_members where store_id = $1 and group_id = $2 order by customer_id limit $3`,
);

// Customers are locked before their memberships, as everywhere. Members removed meanwhile are not published again.
const takeOutStatement = defineStatement(
  "customer_group_take_out",
  `
    with held as materialized (
      select id from customers where store_id = $1 and id = ${anyIds("$3")} order by id for no key update),
    gone as (
      delete from customer_group_members m using held
      where m.store_id = $1 and m.group_id = $2 and m.customer_id = held.id returning m.customer_id)
    select customer_id from gone order by customer_id`,
);

type Deletion = Call<typeof operations.deleteCustomerGroup>;

/**
 * Delete a group. Its customers stay, and `customer/update` is published for each. Many customers are removed in
 * batches, each with its events in a transaction of its own; the last batch deletes the group.
 * @throws ApiError not_found
 */
export async function deleteGroup(database: Database, call: Deletion): Promise<Record<string, never>> {
  const { store, params } = call;
  if ((await database.query(thereText, [store.id, params.id])).rowCount === 0) throwApiError("not_found");
  for (let more = true; more; )
    more = await database.transaction((tx) => deletePart(tx, call), { repeatable: true });
  return {};
}

/** Remove a batch of customers, and delete the group when they were the last. @returns whether more remain */
async function deletePart(tx: Transaction, call: Deletion): Promise<boolean> {
  const { store, params } = call;
  if ((await takeOut(tx, call)) === batch) return true;
  const locked = await tx.query(`${thereText} for update`, [store.id, params.id]);
  if (locked.rowCount === 0) throwApiError("not_found");
  // Customers are locked before their group, so some may have come while it was not locked.
  if ((await takeOut(tx, call)) === batch) return true;
  await tx.query("delete from customer_groups where store_id = $1 and id = $2", [store.id, params.id]);
  return false;
}

interface Member {
  customer_id: number;
}

/** Remove the first customers and publish them. @returns how many there were to remove */
async function takeOut(tx: Transaction, call: Deletion): Promise<number> {
  const { store, params } = call;
  const members = await tx.query<Member>(membersStatement, [store.id, params.id, batch]);
  if (members.rowCount === 0) return 0;
  const values = [store.id, params.id, members.rows.map(({ customer_id }) => customer_id)];
  const removed = await tx.many<Member>(takeOutStatement, values);
  await markCustomersChanged(
    tx,
    call,
    removed.map(({ customer_id }) => customer_id),
  );
  return members.rowCount;
}
