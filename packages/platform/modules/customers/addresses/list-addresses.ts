import { type operations, type QueryOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../listing/conditions.ts";
import { recordText } from "../../../listing/list-text.ts";
import { countRows, readList } from "../../../listing/read-list.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { addressJson } from "./address-json.ts";
import { findAddress } from "./address-store.ts";

type Filters = QueryOf<(typeof operations.countCustomerAddresses)["query"]>;

interface Listing {
  store: Store;
  params: { customer_id: number };
  query: Filters;
}

async function conditionsOf(run: Queryable, { store, params, query }: Listing): Promise<Conditions> {
  const { customer_id } = params;
  const text = "select from customers where store_id = $1 and id = $2";
  const there = await run.query({ name: "customer_there", text }, [store.id, customer_id]);
  if (there.rowCount === 0) refuse("not_found");
  const conditions = createConditions("r.store_id = $1 and r.customer_id = $2", [store.id, customer_id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

const source = { plural: "addresses", table: "customer_addresses" } as const;

/** The addresses of a customer. @throws Refusal not_found */
export async function listAddresses(
  run: Queryable,
  call: Call<typeof operations.listCustomerAddresses>,
): Promise<JsonText> {
  const conditions = await conditionsOf(run, call);
  const json = `${addressJson(conditions.bind(call.store.timezone), "r")}::text`;
  return readList(run, { ...source, json, conditions }, call.query);
}

/** Counts them. @throws Refusal not_found */
export async function countAddresses(
  run: Queryable,
  call: Call<typeof operations.countCustomerAddresses>,
): Promise<{ count: number }> {
  return countRows(run, { ...source, conditions: await conditionsOf(run, call) });
}

/** One of them. @throws Refusal not_found */
export async function getAddress(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getCustomerAddress>,
): Promise<JsonText> {
  const { text } = (await findAddress(run, store, params)) ?? refuse("not_found");
  return recordText("address", text, query.fields);
}
