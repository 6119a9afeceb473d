import type { operations, QueryValues } from "@souk/contract";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { type Finding, type FoundRows, foundRows } from "../../infrastructure/listing/find-rows.ts";
import { buildSearchCondition } from "./product-search.ts";

export type ProductFilters = QueryValues<(typeof operations.countProducts)["query"]>;

const everyProduct =
  "(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = 'products')";

// Counted in whole buckets, but for the one that the id stands in.
const productsFromId = `(
  select coalesce(sum(delta), 0)::bigint from id_counts
  where store_id = $1 and resource = 'products' and bucket > $2::bigint >> 11) + (
  select count(*) from products r
  where r.store_id = $1 and r.id >= $2 and r.id < (($2::bigint >> 11) + 1) << 11)`;

// Written out, since an index is made for each alone (migrations 0012 and 0023).
const stocked = {
  in: "not (r.total_quantity <= 0)",
  low: "(r.total_quantity > 0 and r.total_quantity <= 5)",
  out: "(r.total_quantity <= 0)",
} as const;

function ownConditions(storeId: number, query: ProductFilters): { conditions: Conditions; fromId: string } {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  const fromId = conditions.sql;
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
  if (query.stock !== undefined) conditions.add(stocked[query.stock]);
  if (query.visibility === "published") conditions.add("r.is_published");
  return { conditions, fromId };
}

const products = { table: "products", search: "product_search", key: "product_id" } as const;

/** Build the conditions on the table `products r`, and the count of the products that meet them. */
export function productConditions(
  storeId: number,
  query: ProductFilters,
  finding: Finding = "many",
): FoundRows {
  const { conditions, fromId } = ownConditions(storeId, query);
  const { sql, filtered } = conditions;
  const searchCondition = buildSearchCondition(query, conditions);
  if (searchCondition !== undefined)
    return foundRows(products, conditions, { own: { sql, filtered }, searchCondition, finding });
  const total = filtered ? (sql === fromId ? productsFromId : undefined) : everyProduct;
  return { conditions, expressions: "", total, counted: undefined, isLargeResult: undefined };
}
