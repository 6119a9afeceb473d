import type { operations, QueryValues } from "@souk/contract";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import {
  buildSearchSelection,
  type RowSelection,
  type SearchStrategy,
} from "../../infrastructure/listing/row-selection.ts";
import { buildSearchCondition } from "./product-search.ts";

export type ProductFilters = QueryValues<(typeof operations.countProducts)["query"]>;

const productCountSql =
  "(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = 'products')";

// Counts the products whose id is at least `$2`, the value of `since_id`. Stored counts are for buckets of 2,048 ids, and `id >> 11`
// is the bucket of an id. The stored counts of all higher buckets are added to a count of products in the bucket of `$2`.
const productCountFromIdSql = `(
  select coalesce(sum(delta), 0)::bigint from id_counts
  where store_id = $1 and resource = 'products' and bucket > $2::bigint >> 11) + (
  select count(*) from products r
  where r.store_id = $1 and r.id >= $2 and r.id < (($2::bigint >> 11) + 1) << 11)`;

// Each text must equal the condition of its partial index (migrations 0012 and 0023).
const stockConditions = {
  in: "not (r.total_quantity <= 0)",
  low: "(r.total_quantity > 0 and r.total_quantity <= 5)",
  out: "(r.total_quantity <= 0)",
} as const;

function buildColumnConditions(
  storeId: number,
  query: ProductFilters,
): { conditions: Conditions; sinceIdSql: string } {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  const sinceIdSql = conditions.sql;
  conditions.filter(
    query.collection_ids,
    (ids) => `r.id in (
      select c.product_id from collects c where c.store_id = $1 and c.collection_id = any(${ids}))`,
  );
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  conditions.filter(query.published_at_min, (time) => `r.published_at >= ${time}`);
  conditions.filter(query.published_at_max, (time) => `r.published_at <= ${time}`);
  conditions.filter(
    query.skus,
    (skus) => `r.id in (select v.product_id from variants v where v.store_id = $1 and v.sku = any(${skus}))`,
  );
  conditions.filter(query.handle, (handle) => `r.handle = ${handle}`);
  if (query.stock !== undefined) conditions.add(stockConditions[query.stock]);
  if (query.visibility === "published") conditions.add("r.is_published");
  return { conditions, sinceIdSql };
}

const searchedTable = { table: "products", search: "product_search", key: "product_id" } as const;

/** Build the SQL conditions on the table `products r`, and the SQL that counts the products that meet them. */
export function buildProductConditions(
  storeId: number,
  query: ProductFilters,
  strategy: SearchStrategy = "many",
): RowSelection {
  const { conditions, sinceIdSql } = buildColumnConditions(storeId, query);
  const { sql, isFiltered } = conditions;
  const searchCondition = buildSearchCondition(query, conditions);
  if (searchCondition !== undefined)
    return buildSearchSelection(searchedTable, conditions, {
      otherConditions: { sql, isFiltered },
      searchCondition,
      strategy,
    });
  // If the SQL equals `sinceIdSql`, `since_id` is the only filter.
  let total: string | undefined;
  if (!isFiltered) total = productCountSql;
  else if (sql === sinceIdSql) total = productCountFromIdSql;
  return { conditions, expressions: "", total, rowsToCount: undefined, largeResultSql: undefined };
}
