import { type operations, throwApiError } from "@souk/contract";
import { type Database, defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { markCustomersChanged } from "../mark-customers.ts";

// The number of customers that one transaction locks and updates. The limit keeps other changes of these customers from waiting long.
const batchSize = 1_000;

const groupText = "select from customer_groups where store_id = $1 and id = $2";

const membersStatement = defineStatement(
  "customer_group_members",
  `
    select customer_id from customer_group_members where store_id = $1 and group_id = $2 order by customer_id limit $3`,
);

// Customers are locked before their memberships, as everywhere. Members that another request removed meanwhile are not returned, so
// that their `customer/update` is not published twice.
const removeStatement = defineStatement(
  "customer_group_remove_batch",
  `
    with locked as materialized (
      select id from customers where store_id = $1 and id = ${buildAnyIds("$3")} order by id for no key update),
    removed as (
      delete from customer_group_members m using locked
      where m.store_id = $1 and m.group_id = $2 and m.customer_id = locked.id returning m.customer_id)
    select customer_id from removed order by customer_id`,
);

type Deletion = Call<typeof operations.deleteCustomerGroup>;

/**
 * Delete a group. Its customers are kept, and `customer/update` is published for each. The customers are removed from the group in
 * batches, each in a separate transaction with the batch's events. The transaction of the last batch deletes the group.
 * @throws ApiError `not_found`
 */
export async function deleteGroup(database: Database, call: Deletion): Promise<Record<string, never>> {
  const { store, params } = call;
  if ((await database.query(groupText, [store.id, params.id])).rowCount === 0) throwApiError("not_found");
  let hasMore: boolean;
  do {
    hasMore = await database.transaction((tx) => removeBatch(tx, call), { retryable: true });
  } while (hasMore);
  return {};
}

/**
 * Remove a batch of customers from the group, and delete the group if no customer remains.
 * @returns whether more customers may remain
 */
async function removeBatch(tx: Transaction, call: Deletion): Promise<boolean> {
  const { store, params } = call;
  if ((await removeCustomers(tx, call)) === batchSize) return true;
  const lockResult = await tx.query(`${groupText} for update`, [store.id, params.id]);
  if (lockResult.rowCount === 0) throwApiError("not_found");
  // Customers are locked before their group, so other requests may have added customers before the group was locked here.
  if ((await removeCustomers(tx, call)) === batchSize) return true;
  await tx.query("delete from customer_groups where store_id = $1 and id = $2", [store.id, params.id]);
  return false;
}

interface Member {
  customer_id: number;
}

/** Remove a batch of customers from the group, and publish `customer/update` for each. @returns the number of customers in the batch */
async function removeCustomers(tx: Transaction, call: Deletion): Promise<number> {
  const { store, params } = call;
  const members = await tx.query<Member>(membersStatement, [store.id, params.id, batchSize]);
  if (members.rowCount === 0) return 0;
  const values = [store.id, params.id, members.rows.map(({ customer_id }) => customer_id)];
  const removedMembers = await tx.many<Member>(removeStatement, values);
  await markCustomersChanged(
    tx,
    call,
    removedMembers.map(({ customer_id }) => customer_id),
  );
  return members.rowCount;
}
