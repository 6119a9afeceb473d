import {
  currencyExponent,
  type operations,
  type QueryOf,
  refuse,
  refuseField,
  type Sort,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { findRows } from "../../listing/found-rows.ts";
import type { ListSource } from "../../listing/list-source.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows, readList } from "../../listing/read-list.ts";
import type { Actor } from "../../routing/actor.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import { type CustomerFilters, customerConditions, type ReadFilters } from "./customer-conditions.ts";
import { customerJson } from "./customer-json.ts";
import { looksLikePhone, phoneDigits } from "./customer-search.ts";
import { seesAttributes } from "./customer-texts.ts";
import { readPhone } from "./phone-number.ts";
import { countriesOf } from "./store-country.ts";

/** A call for a list of customers, or for what it counts. */
export interface Listing<Q extends CustomerFilters = CustomerFilters> {
  actor: Actor;
  store: Store;
  query: Q;
}

type PagedQuery = CustomerFilters &
  Pick<QueryOf<(typeof operations.listCustomers)["query"]>, "page" | "limit" | "fields" | "sort">;

/** A walk by since_id goes by id when nothing else is asked. */
function sortOf({ sort, since_id }: { sort: Sort; since_id?: number | undefined }): Sort {
  if (since_id !== undefined && !sort.asked) return { field: "id", direction: "asc", asked: false };
  return sort.field === "name" ? { ...sort, field: "name_key" } : sort;
}

const membersStatement = {
  name: "customer_group_size",
  text: `
    select coalesce(sum(delta), 0)::bigint as members from resource_counts
    where store_id = $1 and resource = 'customer_group ' || $2::bigint`,
};

const fewMembers = 20_000;

async function isSmallGroup(run: Queryable, store: Store, id: number | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const { rows } = await run.query<{ members: number }>(membersStatement, [store.id, id]);
  return (rows[0]?.members ?? 0) <= fewMembers;
}

/** The filters with the phone numbers in them read. @throws Refusal invalid naming phone */
export async function readFilters(
  run: Queryable,
  { store, query }: Pick<Listing, "store" | "query">,
): Promise<ReadFilters> {
  const { phone, query: words = "", ...rest } = query;
  const groupIsSmall = await isSmallGroup(run, store, query.group_id);
  const read: ReadFilters = { ...rest, query: query.query, groupIsSmall };
  if (phone !== undefined) {
    const found = readPhone(phone, await countriesOf(run, store, { phone }));
    read.phone = found.ok ? found.number : refuseField("phone", found.fault);
  }
  if (looksLikePhone(words))
    read.digits = phoneDigits(words, await countriesOf(run, store, { phone: words }));
  return read;
}

async function sourceOf(run: Queryable, call: Listing): Promise<ListSource> {
  const { store } = call;
  const filters = await readFilters(run, call);
  const { areMany: _, ...rows } = await findRows(run, "customers", (finding) =>
    customerConditions(store.id, filters, finding),
  );
  const { conditions } = rows;
  const json = customerJson({
    zone: conditions.bind(store.timezone),
    exponent: conditions.bind(currencyExponent(store.currency_code)),
    attributes: seesAttributes(call),
  });
  return { ...rows, plural: "customers", table: "customers", json };
}

/** The store's customers, a page at a time (CUS-1, LST-1 to LST-6). */
export async function listCustomers(run: Queryable, call: Listing<PagedQuery>): Promise<JsonText> {
  return readList(run, await sourceOf(run, call), { ...call.query, sort: sortOf(call.query) });
}

/** The same with a cursor (API-5). */
export async function listCustomersByCursor(
  run: Queryable,
  call: Call<typeof operations.listCustomersByCursor>,
): Promise<JsonText> {
  return readCursorList(run, await sourceOf(run, call), { ...call.query, sort: sortOf(call.query) });
}

/** Counts the same customers. */
export async function countCustomers(run: Queryable, call: Listing): Promise<{ count: number }> {
  const filters = await readFilters(run, call);
  const { areMany: _, ...rows } = await findRows(run, "customers", (finding) =>
    customerConditions(call.store.id, filters, finding),
  );
  return countRows(run, { ...rows, plural: "customers", table: "customers" });
}

function requireSearch({ email, phone, code, query }: CustomerFilters): void {
  if (email ?? phone ?? code ?? query) return;
  const message = "is required, or email, phone or code: what to search by";
  refuse("invalid", { fields: [{ path: "query", message }] });
}

/** Customers by e-mail, phone, code or words (CUS-1). @throws Refusal invalid when none of them is sent */
export function searchCustomers(
  run: Queryable,
  call: Call<typeof operations.searchCustomers>,
): Promise<JsonText> {
  requireSearch(call.query);
  return listCustomers(run, call);
}

/** The same with a cursor (API-5). @throws Refusal invalid when none of them is sent */
export function searchCustomersByCursor(
  run: Queryable,
  call: Call<typeof operations.searchCustomersByCursor>,
): Promise<JsonText> {
  requireSearch(call.query);
  return listCustomersByCursor(run, call as Call<typeof operations.listCustomersByCursor>);
}
