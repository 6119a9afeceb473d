import type { operations, Sort } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { findRows } from "../../listing/found-rows.ts";
import type { ListSource } from "../../listing/list-source.ts";
import { listText } from "../../listing/list-text.ts";
import { countRows } from "../../listing/read-list.ts";
import { readPage } from "../../listing/read-page.ts";
import { readWhole } from "../../listing/read-whole.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { type OrderFilters, orderConditions } from "./order-conditions.ts";
import type { OrderDocuments } from "./order-documents.ts";

/** A walk by since_id goes by id when nothing else is asked. Orders are dated by their processed time (LST-8), so sorted, too. */
function sortOf({ sort, since_id }: { sort: Sort; since_id: number | undefined }): Sort {
  if (since_id !== undefined && !sort.asked) return { field: "id", direction: "asc", asked: false };
  return sort.field === "created_at" ? { ...sort, field: "processed_at" } : sort;
}

// Each text is fetched by its key: a join would be planned for a page of unknown size, and then reads every text.
const keptText = (stampEnd: string) => `(
  select d.body from order_documents d
  where d.store_id = $1 and d.order_id = r.id and d.stamp = r.version || ${stampEnd}::text)`;

function rowsOf(run: Queryable, storeId: number, query: OrderFilters) {
  return findRows(run, "orders", (finding) => orderConditions(storeId, query, finding));
}

/** The store's orders, a page at a time (ORD-1, LST-1 to LST-8). @throws Refusal invalid naming a state that there is not */
export async function listOrders(
  documents: OrderDocuments,
  run: Queryable,
  call: Call<typeof operations.listOrders>,
): Promise<JsonText> {
  const { store, query } = call;
  const sort = sortOf(query);
  const { areMany: _, ...rows } = await rowsOf(run, store.id, query);
  const source: ListSource = {
    ...rows,
    plural: "orders",
    table: "orders",
    columns: sort.field === "id" ? "r.id, r.version" : `r.id, r.version, r.${sort.field}`,
    json: keptText(rows.conditions.bind(documents.stampEnd(store))),
  };
  const { page, texts } = await readWhole(
    (id) => documents.one(store, id),
    () => readPage(run, source, { ...query, sort }),
  );
  return listText("orders", texts, { page, fields: query.fields });
}

/** Counts the same orders. */
export async function countOrders(
  run: Queryable,
  call: Call<typeof operations.countOrders>,
): Promise<{ count: number }> {
  const { areMany: _, ...rows } = await rowsOf(run, call.store.id, call.query);
  return countRows(run, { ...rows, plural: "orders", table: "orders" });
}
