import type { operations, Sort } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type FoundRows, findRows } from "../../infrastructure/listing/find-rows.ts";
import type { ListSource } from "../../infrastructure/listing/list-source.ts";
import { listText } from "../../infrastructure/listing/list-text.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import { readPage } from "../../infrastructure/listing/read-page.ts";
import { readWhole } from "../../infrastructure/listing/read-whole.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { type ProductFilters, productConditions } from "./product-conditions.ts";
import type { ProductDocuments } from "./product-documents.ts";

/**
 * Choose the sort: by id for a walk by since_id when no other is requested. Titles are sorted in lower case, as they
 * are searched.
 */
function getSort({ sort, since_id }: { sort: Sort; since_id: number | undefined }): Sort {
  if (since_id !== undefined && !sort.isExplicit) return { field: "id", direction: "asc", isExplicit: false };
  return sort.field === "title" ? { ...sort, field: "title_key" } : sort;
}

// The lower-case title is stored beside the products, where a change of stock does not rewrite it.
const withTitleKeys = `(
  select p.*, s.title_key from product_search s
  join products p on p.store_id = s.store_id and p.id = s.product_id where s.store_id = $1)`;

// Each text is fetched by its key: a join would be planned for a page of unknown size, and then reads every text.
const keptText = (stampEnd: string) => `(
  select d.body from product_documents d
  where d.store_id = $1 and d.product_id = r.id and d.stamp = r.version || ${stampEnd}::text)`;

/** Find products by the filters, with the access path that suits their number. */
function findProducts(db: Queryable, storeId: number, query: ProductFilters): Promise<FoundRows> {
  return findRows(db, "products", (finding) => productConditions(storeId, query, finding));
}

/** List the store's products, a page at a time (PRD-1, LST-1 to LST-7). */
export async function listProducts(
  documents: ProductDocuments,
  db: Queryable,
  call: Call<typeof operations.listProducts>,
): Promise<JsonText> {
  const { store, query } = call;
  const sort = getSort(query);
  const { isLargeResult: _, ...rows } = await findProducts(db, store.id, query);
  const source: ListSource = {
    ...rows,
    plural: "products",
    table: sort.field === "title_key" ? withTitleKeys : "products",
    columns: sort.field === "id" ? "r.id, r.version" : `r.id, r.version, r.${sort.field}`,
    json: keptText(rows.conditions.bind(documents.stampEnd(store))),
  };
  const { page, texts } = await readWhole(
    (id) => documents.one(store, id),
    () => readPage(db, source, { ...query, sort }),
  );
  return listText("products", texts, { page, fields: query.fields });
}

/** Count the products that the filters match. */
export async function countProducts(
  db: Queryable,
  call: Call<typeof operations.countProducts>,
): Promise<{ count: number }> {
  const { isLargeResult: _, ...rows } = await findProducts(db, call.store.id, call.query);
  return countRows(db, { ...rows, plural: "products", table: "products" });
}
