import { type operations, refuse } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { anyOf } from "../../../listing/any-of.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { countCustomers, listCustomers } from "../list-customers.ts";
import { markChanged } from "../mark-customers.ts";
import { groupText } from "./list-groups.ts";

const lockStatement = {
  name: "customers_lock",
  text: `
    select id from customers where store_id = $1 and id = ${anyOf("$2")} order by id for no key update`,
};

const addStatement = {
  name: "customer_group_add",
  text: `
    insert into customer_group_members (store_id, group_id, customer_id)
    select $1, $2, id from unnest($3::bigint[]) as added (id) order by id
    on conflict do nothing returning customer_id`,
};

const removeStatement = {
  name: "customer_group_remove",
  text: `
    delete from customer_group_members
    where store_id = $1 and group_id = $2 and customer_id = ${anyOf("$3")} returning customer_id`,
};

async function holdGroup(tx: Transaction, store: Store, id: number): Promise<void> {
  const text = "select from customer_groups where store_id = $1 and id = $2 for key share";
  if ((await tx.query(text, [store.id, id])).rowCount === 0) refuse("not_found");
}

/** Locks customers in the order of their ids; answers those that are there. */
async function lockCustomers(tx: Transaction, store: Store, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(lockStatement, [store.id, ids]);
  return new Set(rows.map(({ id }) => id));
}

interface Moved {
  customer_id: number;
}

const idsOf = (rows: readonly Moved[]) => rows.map(({ customer_id }) => customer_id).sort((a, b) => a - b);

/**
 * Puts customers into a group, all of them or none; those that were not in it are told.
 * @throws Refusal not_found; invalid naming the place of each id that is no customer
 */
export async function addMembers(
  facts: FactRegistry,
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
    const message = "is no customer of this store";
    refuse("invalid", { fields: unknown.map((id) => ({ path: place(id), message })) });
  }
  const { rows } = await tx.query<Moved>(addStatement, [store.id, params.id, asked]);
  await markChanged(facts, tx, { store, cause: call, ids: idsOf(rows) });
  return recordText("customer_group", (await groupText(tx, store, params.id)) ?? refuse("not_found"));
}

/** Takes customers out of a group; those that were in it are told. @throws Refusal not_found */
export async function removeMembers(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.removeGroupCustomers>,
): Promise<Record<string, never>> {
  const { store, params, body } = call;
  const asked = [...new Set(body.customer_ids)];
  await lockCustomers(tx, store, asked);
  await holdGroup(tx, store, params.id);
  const { rows } = await tx.query<Moved>(removeStatement, [store.id, params.id, asked]);
  await markChanged(facts, tx, { store, cause: call, ids: idsOf(rows) });
  return {};
}

async function requireGroup(run: Queryable, store: Store, id: number): Promise<void> {
  const text = "select from customer_groups where store_id = $1 and id = $2";
  if ((await run.query(text, [store.id, id])).rowCount === 0) refuse("not_found");
}

/** The customers in a group. @throws Refusal not_found */
export async function listMembers(
  run: Queryable,
  call: Call<typeof operations.listGroupCustomers>,
): Promise<JsonText> {
  const { store, params, query, actor } = call;
  await requireGroup(run, store, params.id);
  return listCustomers(run, { actor, store, query: { ...query, group_id: params.id } });
}

/** Counts them. @throws Refusal not_found */
export async function countMembers(
  run: Queryable,
  call: Call<typeof operations.countGroupCustomers>,
): Promise<{ count: number }> {
  const { store, params, query, actor } = call;
  await requireGroup(run, store, params.id);
  return countCustomers(run, { actor, store, query: { ...query, group_id: params.id } });
}
