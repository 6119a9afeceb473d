import {
  getCurrencyExponent,
  type operations,
  type QueryValues,
  type Sort,
  throwFieldError,
} from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { ListSource } from "../../infrastructure/listing/list-source.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows, readList } from "../../infrastructure/listing/read-list.ts";
import { chooseSelection } from "../../infrastructure/listing/row-selection.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import {
  buildCustomerConditions,
  type CustomerFilters,
  type NormalizedFilters,
} from "./customer-conditions.ts";
import { buildCustomerJson } from "./customer-json.ts";
import { listPhoneDigits, looksLikePhone } from "./customer-search.ts";
import { canReadAttributes } from "./customer-texts.ts";
import { readPhone } from "./phone-number.ts";
import { listPhoneCountries } from "./store-country.ts";

/** A request that lists or counts customers. */
export interface ListCall<Q extends CustomerFilters = CustomerFilters> {
  actor: Actor;
  store: Store;
  query: Q;
}

type PagedQuery = CustomerFilters &
  Pick<QueryValues<(typeof operations.listCustomers)["query"]>, "page" | "limit" | "fields" | "sort">;

/** Return the column and direction to sort by. If `since_id` is sent without `sort`, customers are sorted by id. */
function getSort({ sort, since_id }: { sort: Sort; since_id?: number | undefined }): Sort {
  if (since_id !== undefined && !sort.isExplicit) return { field: "id", direction: "asc", isExplicit: false };
  return sort.field === "name" ? { ...sort, field: "name_key" } : sort;
}

const groupSizeStatement = defineStatement(
  "customer_group_size",
  `
    select coalesce(sum(delta), 0)::bigint as members from resource_counts
    where store_id = $1 and resource = 'customer_group ' || $2::bigint`,
);

/** The maximum number of members of a small group, whose customers are looked up by their ids (`hasSmallGroup`). */
const maxSmallGroupMembers = 20_000;

async function isSmallGroup(db: Queryable, store: Store, id: number | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const row = await db.one<{ members: number }>(groupSizeStatement, [store.id, id]);
  return (row.members ?? 0) <= maxSmallGroupMembers;
}

/**
 * Normalize the phone number of the filters. If the search text looks like a phone number, list the digits to search for. Determine
 * whether the group of `group_id` is small.
 * @throws ApiError `invalid` for `phone`
 */
export async function normalizeFilters(
  db: Queryable,
  { store, query }: Pick<ListCall, "store" | "query">,
): Promise<NormalizedFilters> {
  const { phone, ...otherFilters } = query;
  const hasSmallGroup = await isSmallGroup(db, store, query.group_id);
  const filters: NormalizedFilters = { ...otherFilters, hasSmallGroup };
  if (phone !== undefined) {
    const result = readPhone(phone, await listPhoneCountries(db, store, { phone }));
    filters.phone = result.ok
      ? result.number
      : throwFieldError("phone", "invalid_format", { format: "phone" }, result.error);
  }
  const searchText = query.query ?? "";
  if (looksLikePhone(searchText))
    filters.digits = listPhoneDigits(searchText, await listPhoneCountries(db, store, { phone: searchText }));
  return filters;
}

async function buildListSource(db: Queryable, call: ListCall): Promise<ListSource> {
  const { store } = call;
  const filters = await normalizeFilters(db, call);
  const { largeResultSql: _, ...selection } = await chooseSelection(db, "customers", (strategy) =>
    buildCustomerConditions(store.id, filters, strategy),
  );
  const { conditions } = selection;
  const json = buildCustomerJson({
    zone: conditions.bind(store.timezone),
    exponent: conditions.bind(getCurrencyExponent(store.currency_code)),
    hasAttributes: canReadAttributes(call),
  });
  return { ...selection, plural: "customers", table: "customers", json };
}

/** List a page of the store's customers (CUS-1, LST-1 to LST-6). */
export async function listCustomers(db: Queryable, call: ListCall<PagedQuery>): Promise<JsonText> {
  return readList(db, await buildListSource(db, call), { ...call.query, sort: getSort(call.query) });
}

/** List a page of the store's customers, with a cursor for the next page (API-5). */
export async function listCustomersByCursor(
  db: Queryable,
  call: Call<typeof operations.listCustomersByCursor>,
): Promise<JsonText> {
  return readCursorList(db, await buildListSource(db, call), { ...call.query, sort: getSort(call.query) });
}

/** Count the customers that the filters match. */
export async function countCustomers(db: Queryable, call: ListCall): Promise<{ count: number }> {
  const filters = await normalizeFilters(db, call);
  const { largeResultSql: _, ...selection } = await chooseSelection(db, "customers", (strategy) =>
    buildCustomerConditions(call.store.id, filters, strategy),
  );
  return countRows(db, { ...selection, plural: "customers", table: "customers" });
}

function assertHasSearchValue({ email, phone, code, query }: CustomerFilters): void {
  if (email ?? phone ?? code ?? query) return;
  throwFieldError("query", "required", {}, "Send query, email, phone, or code to search by.");
}

/** Search customers by email, phone, code or words (CUS-1). @throws ApiError `invalid` for `query` if none of these is sent */
export function searchCustomers(
  db: Queryable,
  call: Call<typeof operations.searchCustomers>,
): Promise<JsonText> {
  assertHasSearchValue(call.query);
  return listCustomers(db, call);
}

/**
 * Search customers by email, phone, code or words, with a cursor for the next page (API-5).
 * @throws ApiError `invalid` for `query` if none of these is sent
 */
export function searchCustomersByCursor(
  db: Queryable,
  call: Call<typeof operations.searchCustomersByCursor>,
): Promise<JsonText> {
  assertHasSearchValue(call.query);
  return listCustomersByCursor(db, call as Call<typeof operations.listCustomersByCursor>);
}
