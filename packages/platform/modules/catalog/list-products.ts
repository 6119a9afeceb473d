import type { operations, Sort } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { ListSource } from "../../infrastructure/listing/list-source.ts";
import { countRows, readList } from "../../infrastructure/listing/read-list.ts";
import { chooseSelection, type RowSelection } from "../../infrastructure/listing/row-selection.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildProductConditions, type ProductFilters } from "./product-conditions.ts";
import type { ProductSnapshots } from "./product-snapshots.ts";

/** Return the sort to use. If `since_id` is sent without a sort, products are sorted by id. A sort by title ignores case. */
function getSort({ sort, since_id }: { sort: Sort; since_id: number | undefined }): Sort {
  if (since_id !== undefined && !sort.isExplicit) return { field: "id", direction: "asc", isExplicit: false };
  return sort.field === "title" ? { ...sort, field: "title_key" } : sort;
}

// The lower-case title is in another table, so that a stock change does not rewrite it.
const productsWithTitleKeys = `(
  select p.*, s.title_key from product_search s
  join products p on p.store_id = s.store_id and p.id = s.product_id where s.store_id = $1)`;

// Fetches each product's stored JSON text in a subquery by its key. A join would be planned without knowing the page size, and would
// read every text. A stored text is current if its stamp is the product's version followed by the suffix.
const buildStoredTextSql = (stampSuffix: string) => `(
  select d.body from product_documents d
  where d.store_id = $1 and d.product_id = r.id and d.stamp = r.version || ${stampSuffix}::text)`;

/** Build the conditions for these filters, in the form that is fast for the number of products that match. */
function selectProductConditions(
  db: Queryable,
  storeId: number,
  query: ProductFilters,
): Promise<RowSelection> {
  return chooseSelection(db, "products", (strategy) => buildProductConditions(storeId, query, strategy));
}

/** Return a page of the store's products that match the filters (PRD-1, LST-1 to LST-7). */
export async function listProducts(
  snapshots: ProductSnapshots,
  db: Queryable,
  call: Call<typeof operations.listProducts>,
): Promise<JsonText> {
  const { store, query } = call;
  const sort = getSort(query);
  const { largeResultSql: _, ...selection } = await selectProductConditions(db, store.id, query);
  const source: ListSource = {
    ...selection,
    plural: "products",
    table: sort.field === "title_key" ? productsWithTitleKeys : "products",
    columns: sort.field === "id" ? "r.id, r.version" : `r.id, r.version, r.${sort.field}`,
    json: buildStoredTextSql(selection.conditions.bind(snapshots.buildStampSuffix(store))),
    loadText: (id) => snapshots.loadOne(store, id),
  };
  return readList(db, source, { ...query, sort });
}

/** Count the products that the filters match. */
export async function countProducts(
  db: Queryable,
  call: Call<typeof operations.countProducts>,
): Promise<{ count: number }> {
  const { largeResultSql: _, ...selection } = await selectProductConditions(db, call.store.id, call.query);
  return countRows(db, { ...selection, plural: "products", table: "products" });
}
