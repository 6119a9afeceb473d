import {
  getCurrencyExponent,
  type operations,
  type QueryValues,
  type Sort,
  throwFieldError,
} from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { findRows } from "../../infrastructure/listing/find-rows.ts";
import type { ListSource } from "../../infrastructure/listing/list-source.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows, readList } from "../../infrastructure/listing/read-list.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import { type CustomerFilters, customerConditions, type ReadFilters } from "./customer-conditions.ts";
import { customerJson } from "./customer-json.ts";
import { looksLikePhone, phoneDigits } from "./customer-search.ts";
import { seesAttributes } from "./customer-texts.ts";
import { readPhone } from "./phone-number.ts";
import { listPhoneCountries } from "./store-country.ts";

/** A call that lists or counts customers. */
export interface Listing<Q extends CustomerFilters = CustomerFilters> {
  actor: Actor;
  store: Store;
  query: Q;
}

type PagedQuery = CustomerFilters &
  Pick<QueryValues<(typeof operations.listCustomers)["query"]>, "page" | "limit" | "fields" | "sort">;

/** Choose the sort: by id for a walk by since_id when no other is requested. */
function getSort({ sort, since_id }: { sort: Sort; since_id?: number | undefined }): Sort {
  if (since_id !== undefined && !sort.isExplicit) return { field: "id", direction: "asc", isExplicit: false };
  return sort.field === "name" ? { ...sort, field: "name_key" } : sort;
}

const membersStatement = defineStatement(
  "customer_group_size",
  `
    select coalesce(sum(delta), 0)::bigint as members from resource_counts
    where store_id = $1 and resource = 'customer_group ' || $2::bigint`,
);

const fewMembers = 20_000;

async function isSmallGroup(db: Queryable, store: Store, id: number | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const row = await db.one<{ members: number }>(membersStatement, [store.id, id]);
  return (row.members ?? 0) <= fewMembers;
}

/** Read the phone numbers in the filters. @throws ApiError invalid naming phone */
export async function readFilters(
  db: Queryable,
  { store, query }: Pick<Listing, "store" | "query">,
): Promise<ReadFilters> {
  const { phone, query: words = "", ...rest } = query;
  const groupIsSmall = await isSmallGroup(db, store, query.group_id);
  const read: ReadFilters = { ...rest, query: query.query, groupIsSmall };
  if (phone !== undefined) {
    const found = readPhone(phone, await listPhoneCountries(db, store, { phone }));
    read.phone = found.ok
      ? found.number
      : throwFieldError("phone", "invalid_format", { format: "phone" }, found.error);
  }
  if (looksLikePhone(words))
    read.digits = phoneDigits(words, await listPhoneCountries(db, store, { phone: words }));
  return read;
}

async function buildListSource(db: Queryable, call: Listing): Promise<ListSource> {
  const { store } = call;
  const filters = await readFilters(db, call);
  const { isLargeResult: _, ...rows } = await findRows(db, "customers", (finding) =>
    customerConditions(store.id, filters, finding),
  );
  const { conditions } = rows;
  const json = customerJson({
    zone: conditions.bind(store.timezone),
    exponent: conditions.bind(getCurrencyExponent(store.currency_code)),
    attributes: seesAttributes(call),
  });
  return { ...rows, plural: "customers", table: "customers", json };
}

/** List the store's customers, a page at a time (CUS-1, LST-1 to LST-6). */
export async function listCustomers(db: Queryable, call: Listing<PagedQuery>): Promise<JsonText> {
  return readList(db, await buildListSource(db, call), { ...call.query, sort: getSort(call.query) });
}

/** List the store's customers with a cursor (API-5). */
export async function listCustomersByCursor(
  db: Queryable,
  call: Call<typeof operations.listCustomersByCursor>,
): Promise<JsonText> {
  return readCursorList(db, await buildListSource(db, call), { ...call.query, sort: getSort(call.query) });
}

/** Count the customers that the filters match. */
export async function countCustomers(db: Queryable, call: Listing): Promise<{ count: number }> {
  const filters = await readFilters(db, call);
  const { isLargeResult: _, ...rows } = await findRows(db, "customers", (finding) =>
    customerConditions(call.store.id, filters, finding),
  );
  return countRows(db, { ...rows, plural: "customers", table: "customers" });
}

function assertSearch({ email, phone, code, query }: CustomerFilters): void {
  if (email ?? phone ?? code ?? query) return;
  throwFieldError("query", "required", {}, "Send query, email, phone or code to search by.");
}

/** Search customers by email, phone, code or words (CUS-1). @throws ApiError invalid when none of them is sent */
export function searchCustomers(
  db: Queryable,
  call: Call<typeof operations.searchCustomers>,
): Promise<JsonText> {
  assertSearch(call.query);
  return listCustomers(db, call);
}

/** Search customers with a cursor (API-5). @throws ApiError invalid when none of them is sent */
export function searchCustomersByCursor(
  db: Queryable,
  call: Call<typeof operations.searchCustomersByCursor>,
): Promise<JsonText> {
  assertSearch(call.query);
  return listCustomersByCursor(db, call as Call<typeof operations.listCustomersByCursor>);
}
