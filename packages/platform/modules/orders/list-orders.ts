import type { operations, Sort } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { ListSource } from "../../infrastructure/listing/list-source.ts";
import { countRows, readList } from "../../infrastructure/listing/read-list.ts";
import { chooseSelection } from "../../infrastructure/listing/row-selection.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildOrderConditions, type OrderFilters } from "./order-conditions.ts";
import type { OrderSnapshots } from "./order-documents.ts";

/**
 * Return the sort of a list: by id if `since_id` is sent without a sort, otherwise the requested sort. The date of an
 * order is its processed_at, so a sort by created_at is a sort by processed_at (LST-8).
 */
function getSort({ sort, since_id }: { sort: Sort; since_id: number | undefined }): Sort {
  if (since_id !== undefined && !sort.isExplicit) return { field: "id", direction: "asc", isExplicit: false };
  return sort.field === "created_at" ? { ...sort, field: "processed_at" } : sort;
}

// Read each snapshot in a subquery by its key. The planner does not know the page size, so a join would read all snapshots.
const buildDocumentSql = (stampSuffix: string) => `(
  select d.body from order_documents d
  where d.store_id = $1 and d.order_id = r.id and d.stamp = r.version || ${stampSuffix}::text)`;

function selectOrderRows(db: Queryable, storeId: number, query: OrderFilters) {
  return chooseSelection(db, "orders", (expectedMatches) =>
    buildOrderConditions(storeId, query, expectedMatches),
  );
}

/** List a page of the store's orders (ORD-1, LST-1 to LST-8). @throws ApiError `invalid` for an unknown status */
export async function listOrders(
  orderSnapshots: OrderSnapshots,
  db: Queryable,
  call: Call<typeof operations.listOrders>,
): Promise<JsonText> {
  const { store, query } = call;
  const sort = getSort(query);
  const { largeResultSql: _, ...selection } = await selectOrderRows(db, store.id, query);
  const source: ListSource = {
    ...selection,
    plural: "orders",
    table: "orders",
    columns: sort.field === "id" ? "r.id, r.version" : `r.id, r.version, r.${sort.field}`,
    json: buildDocumentSql(selection.conditions.bind(orderSnapshots.getStampSuffix(store))),
    loadText: (id) => orderSnapshots.load(store, id),
  };
  return readList(db, source, { ...query, sort });
}

/** Count the store's orders that match the filters. */
export async function countOrders(
  db: Queryable,
  call: Call<typeof operations.countOrders>,
): Promise<{ count: number }> {
  const { largeResultSql: _, ...selection } = await selectOrderRows(db, call.store.id, call.query);
  return countRows(db, { ...selection, plural: "orders", table: "orders" });
}
