import { type operations, pageOf, type Sort } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { listText } from "../../listing/list-text.ts";
import { namedStatement } from "../../listing/named-statement.ts";
import { limitOf, offsetOf, orderOf } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import type { ProductDocuments } from "./product-documents.ts";

interface ProductFilters {
  ids: number[] | undefined;
  since_id: number | undefined;
  updated_at_min: Date | undefined;
  updated_at_max: Date | undefined;
}

function conditionsOf(storeId: number, query: ProductFilters): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  return conditions;
}

/** The exact number of products, as SQL: without filters it is kept (`resource_counts`), else counted. */
function totalOf({ sql, filtered }: Conditions): string {
  return filtered
    ? `(select count(*) from products r where ${sql})`
    : "(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = 'products')";
}

/** A walk by since_id goes by id when nothing else is asked. */
function sortOf(query: { sort: Sort; since_id: number | undefined }): Sort {
  return query.since_id !== undefined && !query.sort.asked
    ? { field: "id", direction: "asc", asked: false }
    : query.sort;
}

interface PageRow {
  total: number;
  /** The texts of the page joined by commas; null when it is empty. */
  texts: string | null;
  /** The page's ids, only when some text is missing or stale. */
  ids: number[] | null;
}

// The page's ids are found first; only theirs are the texts that are fetched, each by its key: a join would be planned
// for a page of unknown size, and then reads every text of the store. Without `offset 0` each would be fetched twice.
function pageText(conditions: Conditions, sort: Sort): string {
  const { sql: where, values } = conditions;
  const [stamp, page, limit] = [1, 2, 3].map((n) => `$${values.length + n}`) as [string, string, string];
  return `
    with counted as materialized (select ${totalOf(conditions)} as total)
    select (select total from counted) as total, string_agg(body, ',') as texts,
      case when count(body) < count(*) then array_agg(id) end as ids
    from (
      select page.id, (
        select d.body from product_documents d
        where d.store_id = $1 and d.product_id = page.id and d.stamp = page.version || ${stamp}::text) as body
      from counted cross join lateral (
        select r.id, r.version from products r where ${where} order by ${orderOf(sort)}
        limit ${limitOf(limit)} offset ${offsetOf("counted.total", page, limit)}) page
      offset 0) texted`;
}

/** The store's products, a page at a time (PRD-1, LST-1 to LST-7). */
export async function listProducts(
  documents: ProductDocuments,
  run: Queryable,
  call: Call<typeof operations.listProducts>,
): Promise<JsonText> {
  const { store, query } = call;
  const conditions = conditionsOf(store.id, query);
  const statement = namedStatement("products_page", pageText(conditions, sortOf(query)));
  const values = [...conditions.values, documents.stampEnd(store), query.page, query.limit];
  const { rows } = await run.query<PageRow>(statement, values);
  const { total, texts, ids } = rows[0] ?? { total: 0, texts: null, ids: null };
  const whole = ids ? await Promise.all(ids.map((id) => documents.one(store, id))) : [texts ?? ""];
  return listText("products", whole.filter((text) => text !== undefined).join(","), {
    page: pageOf(total, query.page, query.limit),
    fields: query.fields,
  });
}

/** Counts the same products. */
export async function countProducts(
  run: Queryable,
  call: Call<typeof operations.countProducts>,
): Promise<{ count: number }> {
  const conditions = conditionsOf(call.store.id, call.query);
  const statement = namedStatement("products_count", `select ${totalOf(conditions)} as count`);
  const { rows } = await run.query<{ count: number }>(statement, conditions.values);
  return { count: rows[0]?.count ?? 0 };
}
