import { fieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { countCustomers, listCustomers } from "../list-customers.ts";
import { markCustomersChanged } from "../mark-customers.ts";
import { loadGroupText } from "./list-groups.ts";

/** The maximum number of invalid fields in an error. */
const maxErrors = 20;

const lockStatement = defineStatement(
  "customers_lock",
  `
    select id from customers where store_id = $1 and id = ${buildAnyIds("$2")} order by id for no key update`,
);

const addStatement = defineStatement(
  "customer_group_add",
  `
    insert into customer_group_members (store_id, group_id, customer_id)
    select $1, $2, id from unnest($3::bigint[]) as added (id) order by id
    on conflict do nothing returning customer_id`,
);

const removeStatement = defineStatement(
  "customer_group_remove",
  `
    delete from customer_group_members
    where store_id = $1 and group_id = $2 and customer_id = ${buildAnyIds("$3")} returning customer_id`,
);

/** Lock a group against deletion until the transaction ends. @throws ApiError `not_found` */
async function lockGroup(tx: Transaction, store: Store, id: number): Promise<void> {
  const text = "select from customer_groups where store_id = $1 and id = $2 for key share";
  if ((await tx.query(text, [store.id, id])).rowCount === 0) throwApiError("not_found");
}

/** Lock customers by ascending id until the transaction ends, and return the ids of those that exist. */
async function lockCustomers(tx: Transaction, store: Store, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.many<{ id: number }>(lockStatement, [store.id, ids]);
  return new Set(rows.map(({ id }) => id));
}

interface Member {
  customer_id: number;
}

const listSortedIds = (rows: readonly Member[]) =>
  rows.map(({ customer_id }) => customer_id).sort((a, b) => a - b);

/**
 * Add all these customers to a group, or none if one of them does not exist. `customer/update` is published for each customer who was
 * not in the group before.
 * @throws ApiError `not_found`; `invalid` for `customer_ids.<index>` of each unknown customer
 */
export async function addMembers(
  tx: Transaction,
  call: Call<typeof operations.addGroupCustomers>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const customerIds = [...new Set(body.customer_ids)];
  const existingIds = await lockCustomers(tx, store, customerIds);
  await lockGroup(tx, store, params.id);
  const unknownIds = customerIds.filter((id) => !existingIds.has(id)).slice(0, maxErrors);
  if (unknownIds.length > 0) {
    const getPath = (id: number) => `customer_ids.${body.customer_ids.indexOf(id)}`;
    const fields = unknownIds.map((id) => fieldError(getPath(id), "not_found", { resource: "customer" }));
    throwApiError("invalid", { fields });
  }
  const rows = await tx.many<Member>(addStatement, [store.id, params.id, customerIds]);
  await markCustomersChanged(tx, call, listSortedIds(rows));
  return wrapRecord(
    "customer_group",
    (await loadGroupText(tx, store, params.id)) ?? throwApiError("not_found"),
  );
}

/**
 * Remove customers from a group. `customer/update` is published for each customer who was in the group.
 * @throws ApiError `not_found`
 */
export async function removeMembers(
  tx: Transaction,
  call: Call<typeof operations.removeGroupCustomers>,
): Promise<Record<string, never>> {
  const { store, params, body } = call;
  const customerIds = [...new Set(body.customer_ids)];
  await lockCustomers(tx, store, customerIds);
  await lockGroup(tx, store, params.id);
  const rows = await tx.many<Member>(removeStatement, [store.id, params.id, customerIds]);
  await markCustomersChanged(tx, call, listSortedIds(rows));
  return {};
}

async function assertGroupExists(db: Queryable, store: Store, id: number): Promise<void> {
  const text = "select from customer_groups where store_id = $1 and id = $2";
  if ((await db.query(text, [store.id, id])).rowCount === 0) throwApiError("not_found");
}

/** List the customers in a group. @throws ApiError `not_found` */
export async function listMembers(
  db: Queryable,
  call: Call<typeof operations.listGroupCustomers>,
): Promise<JsonText> {
  const { store, params, query, actor } = call;
  await assertGroupExists(db, store, params.id);
  return listCustomers(db, { actor, store, query: { ...query, group_id: params.id } });
}

/** Count the customers in a group. @throws ApiError `not_found` */
export async function countMembers(
  db: Queryable,
  call: Call<typeof operations.countGroupCustomers>,
): Promise<{ count: number }> {
  const { store, params, query, actor } = call;
  await assertGroupExists(db, store, params.id);
  return countCustomers(db, { actor, store, query: { ...query, group_id: params.id } });
}
