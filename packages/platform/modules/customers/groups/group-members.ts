import { fieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import { anyIds } from "../../../infrastructure/listing/any-ids.ts";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { countCustomers, listCustomers } from "../list-customers.ts";
import { markCustomersChanged } from "../mark-customers.ts";
import { groupText } from "./list-groups.ts";

const lockStatement = defineStatement(
  "customers_lock",
  `
    select id from customers where store_id = $1 and id = ${anyIds("$2")} order by id for no key update`,
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
    where store_id = $1 and group_id = $2 and customer_id = ${anyIds("$3")} returning customer_id`,
);

async function holdGroup(tx: Transaction, store: Store, id: number): Promise<void> {
  const text = "select from customer_groups where store_id = $1 and id = $2 for key share";
  if ((await tx.query(text, [store.id, id])).rowCount === 0) throwApiError("not_found");
}

/** Lock customers in the order of their ids, and return those that exist. */
async function lockCustomers(tx: Transaction, store: Store, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.many<{ id: number }>(lockStatement, [store.id, ids]);
  return new Set(rows.map(({ id }) => id));
}

interface Moved {
  customer_id: number;
}

const getIds = (rows: readonly Moved[]) => rows.map(({ customer_id }) => customer_id).sort((a, b) => a - b);

/**
 * Add customers to a group, all or none; those that were not in it are published.
 * @throws ApiError not_found; invalid naming the index of each id of no customer
 */
export async function addMembers(
  tx: Transaction,
  call: Call<typeof operations.addGroupCustomers>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const asked = [...new Set(body.customer_ids)];
  const there = await lockCustomers(tx, store, asked);
  await holdGroup(tx, store, params.id);
  const unknown = asked.filter((id) => !there.has(id)).slice(0, 20);
  if (unknown.length > 0) {
    const place = (id: number) => `customer_ids.${body.customer_ids.indexOf(id)}`;
    const fields = unknown.map((id) => fieldError(place(id), "not_found", { resource: "customer" }));
    throwApiError("invalid", { fields });
  }
  const rows = await tx.many<Moved>(addStatement, [store.id, params.id, asked]);
  await markCustomersChanged(tx, call, getIds(rows));
  return recordText("customer_group", (await groupText(tx, store, params.id)) ?? throwApiError("not_found"));
}

/** Remove customers from a group; those that were in it are published. @throws ApiError not_found */
export async function removeMembers(
  tx: Transaction,
  call: Call<typeof operations.removeGroupCustomers>,
): Promise<Record<string, never>> {
  const { store, params, body } = call;
  const asked = [...new Set(body.customer_ids)];
  await lockCustomers(tx, store, asked);
  await holdGroup(tx, store, params.id);
  const rows = await tx.many<Moved>(removeStatement, [store.id, params.id, asked]);
  await markCustomersChanged(tx, call, getIds(rows));
  return {};
}

async function assertGroup(db: Queryable, store: Store, id: number): Promise<void> {
  const text = "select from customer_groups where store_id = $1 and id = $2";
  if ((await db.query(text, [store.id, id])).rowCount === 0) throwApiError("not_found");
}

/** List the customers in a group. @throws ApiError not_found */
export async function listMembers(
  db: Queryable,
  call: Call<typeof operations.listGroupCustomers>,
): Promise<JsonText> {
  const { store, params, query, actor } = call;
  await assertGroup(db, store, params.id);
  return listCustomers(db, { actor, store, query: { ...query, group_id: params.id } });
}

/** Count the customers in a group. @throws ApiError not_found */
export async function countMembers(
  db: Queryable,
  call: Call<typeof operations.countGroupCustomers>,
): Promise<{ count: number }> {
  const { store, params, query, actor } = call;
  await assertGroup(db, store, params.id);
  return countCustomers(db, { actor, store, query: { ...query, group_id: params.id } });
}
