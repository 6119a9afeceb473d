import type { operations, QueryOf } from "@souk/contract";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { soughtRows } from "./product-search.ts";

export type ProductFilters = QueryOf<(typeof operations.countProducts)["query"]>;

/** What products are read by: conditions on the table `products r`, and how those that meet them are counted. */
export interface ProductRows {
  conditions: Conditions;
  /** What the conditions speak of, with a comma behind; empty for most. */
  expressions: string;
  total: string | undefined;
  counted: string | undefined;
  /** Whether more products than `fewest` are found by what is sought, as SQL; absent when nothing is. */
  areMany: string | undefined;
}

/**
 * How products that are sought are found: all of them at once through the index, which is fast for few; or each product of
 * a page is looked at in its turn, which is fast when many are found, or all are read anyway.
 */
export type Finding = "few" | "many";

const everyProduct =
  "(select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = 'products')";

// Counted in whole buckets, but for the one that the id stands in.
const productsFromId = `(
  select coalesce(sum(delta), 0)::bigint from id_counts
  where store_id = $1 and resource = 'products' and bucket > $2::bigint >> 11) + (
  select count(*) from products r
  where r.store_id = $1 and r.id >= $2 and r.id < (($2::bigint >> 11) + 1) << 11)`;

// Written out, since an index is made for it alone.
const outOfStock = "(r.total_quantity <= 0)";

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
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  conditions.filter(query.published_at_min, (at) => `r.published_at >= ${at}`);
  conditions.filter(query.published_at_max, (at) => `r.published_at <= ${at}`);
  conditions.filter(
    query.skus,
    (skus) => `r.id in (select v.product_id from variants v where v.store_id = $1 and v.sku = any(${skus}))`,
  );
  conditions.filter(query.handle, (handle) => `r.handle = ${handle}`);
  if (query.stock !== undefined) conditions.add(query.stock === "out" ? outOfStock : `not ${outOfStock}`);
  if (query.visibility === "published") conditions.add("r.is_published");
  return { conditions, fromId };
}

/** So many are still few: their ids are held and sorted for a page. */
const fewest = 20_000;

/** What products are read by. */
export function productConditions(
  storeId: number,
  query: ProductFilters,
  finding: Finding = "many",
): ProductRows {
  const { conditions, fromId } = ownConditions(storeId, query);
  const { sql: own, filtered } = conditions;
  const sought = soughtRows(query, conditions);
  if (sought === undefined) {
    const total = filtered ? (own === fromId ? productsFromId : undefined) : everyProduct;
    return { conditions, expressions: "", total, counted: undefined, areMany: undefined };
  }
  const rows = { conditions, total: undefined };
  // The other filters are named too and not looked at: PostgreSQL must know the type of every parameter that is sent.
  const named = `(true or exists (select from products r where ${own}))`;
  const probed = `select from product_search s where s.store_id = $1 and ${sought.indexed} and ${named} limit ${fewest + 1}`;
  const areMany = `(select count(*) > ${fewest} from (${probed}) probed)`;
  if (finding === "few") {
    conditions.add("r.id in (select id from found)");
    const expressions = `found as materialized (
      select s.product_id as id from product_search s where s.store_id = $1 and ${sought.indexed}),`;
    return { ...rows, expressions, counted: filtered ? undefined : "found", areMany };
  }
  const all = `product_search s where s.store_id = $1 and ${sought.exact}`;
  const counted = filtered ? `products r where ${own} and r.id in (select s.product_id from ${all})` : all;
  // Without `offset 0` it would be made a join, and every product be read for a page.
  conditions.add(`exists (select from ${all} and s.product_id = r.id offset 0)`);
  return { ...rows, expressions: "", counted, areMany };
}
