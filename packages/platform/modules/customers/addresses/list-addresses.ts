import { type operations, type QueryValues, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildAddressJson } from "./address-json.ts";
import { findAddress } from "./address-store.ts";

type Filters = QueryValues<(typeof operations.countCustomerAddresses)["query"]>;

interface AddressListCall {
  store: Store;
  params: { customer_id: number };
  query: Filters;
}

const customerExistsStatement = defineStatement(
  "customer_exists",
  "select from customers where store_id = $1 and id = $2",
);

async function buildConditions(
  db: Queryable,
  { store, params, query }: AddressListCall,
): Promise<Conditions> {
  const { customer_id } = params;
  const customer = await db.query(customerExistsStatement, [store.id, customer_id]);
  if (customer.rowCount === 0) throwApiError("not_found");
  const conditions = createConditions("r.store_id = $1 and r.customer_id = $2", [store.id, customer_id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

const source = { plural: "addresses", table: "customer_addresses" } as const;

/** List the addresses of a customer. @throws ApiError `not_found` */
export async function listAddresses(
  db: Queryable,
  call: Call<typeof operations.listCustomerAddresses>,
): Promise<JsonText> {
  const conditions = await buildConditions(db, call);
  const json = `${buildAddressJson(conditions.bind(call.store.timezone), "r")}::text`;
  return readList(db, { ...source, json, conditions }, call.query);
}

/** Count the addresses of a customer. @throws ApiError `not_found` */
export async function countAddresses(
  db: Queryable,
  call: Call<typeof operations.countCustomerAddresses>,
): Promise<{ count: number }> {
  return countRows(db, { ...source, conditions: await buildConditions(db, call) });
}

/** Return an address of a customer. @throws ApiError `not_found` */
export async function getAddress(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getCustomerAddress>,
): Promise<JsonText> {
  const { text } = (await findAddress(db, store, params)) ?? throwApiError("not_found");
  return wrapRecord("address", text, query.fields);
}
