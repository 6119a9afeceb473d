import type { operations, Sort } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { ListSource } from "../../listing/list-source.ts";
import { listText } from "../../listing/list-text.ts";
import { countRows } from "../../listing/read-list.ts";
import { readPage } from "../../listing/read-page.ts";
import { readWhole } from "../../listing/read-whole.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { findProducts } from "./find-products.ts";
import type { ProductDocuments } from "./product-documents.ts";

/** A walk by since_id goes by id when nothing else is asked. Titles are sorted as they are searched, in small letters. */
function sortOf({ sort, since_id }: { sort: Sort; since_id: number | undefined }): Sort {
  if (since_id !== undefined && !sort.asked) return { field: "id", direction: "asc", asked: false };
  return sort.field === "title" ? { ...sort, field: "title_key" } : sort;
}

// The title in small letters stands beside the products, where a change of stock does not write it anew.
const withTitleKeys = `(
  select p.*, s.title_key from product_search s
  join products p on p.store_id = s.store_id and p.id = s.product_id where s.store_id = $1)`;

// Each text is fetched by its key: a join would be planned for a page of unknown size, and then reads every text.
const keptText = (stampEnd: string) => `(
  select d.body from product_documents d
  where d.store_id = $1 and d.product_id = r.id and d.stamp = r.version || ${stampEnd}::text)`;

/** The store's products, a page at a time (PRD-1, LST-1 to LST-7). */
export async function listProducts(
  documents: ProductDocuments,
  run: Queryable,
  call: Call<typeof operations.listProducts>,
): Promise<JsonText> {
  const { store, query } = call;
  const sort = sortOf(query);
  const { areMany: _, ...rows } = await findProducts(run, store.id, query);
  const source: ListSource = {
    ...rows,
    plural: "products",
    table: sort.field === "title_key" ? withTitleKeys : "products",
    columns: sort.field === "id" ? "r.id, r.version" : `r.id, r.version, r.${sort.field}`,
    json: keptText(rows.conditions.bind(documents.stampEnd(store))),
  };
  const { page, texts } = await readWhole(
    (id) => documents.one(store, id),
    () => readPage(run, source, { ...query, sort }),
  );
  return listText("products", texts, { page, fields: query.fields });
}

/** Counts the same products. */
export async function countProducts(
  run: Queryable,
  call: Call<typeof operations.countProducts>,
): Promise<{ count: number }> {
  const { areMany: _, ...rows } = await findProducts(run, call.store.id, call.query);
  return countRows(run, { ...rows, plural: "products", table: "products" });
}
