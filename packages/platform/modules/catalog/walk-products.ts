import type { operations, QueryValues } from "@souk/contract";
import {
  measureRows,
  type RecordWalk,
  readNextRows,
  type WalkScope,
} from "../../infrastructure/listing/record-walk.ts";
import { buildProductConditions } from "./product-conditions.ts";
import type { ProductSnapshots } from "./product-snapshots.ts";

type ProductFilters = QueryValues<(typeof operations.countProducts)["query"]>;

/** Create the functions that read, in batches, the snapshots of a store's products that match the filters. */
export function createProductWalk(snapshots: ProductSnapshots): RecordWalk<ProductFilters> {
  return {
    measure: (db, scope) => measureRows(db, describeRows(scope), "id"),
    next: async (db, scope, step) => {
      const source = describeRows(scope);
      const suffixSql = source.conditions.bind(snapshots.buildStampSuffix(scope.store));
      const { rows, last } = await readNextRows<null>(db, source, {
        order: "id",
        json: "null::text",
        bytes: buildProductBytes(suffixSql),
        step,
      });
      const ids = rows.map(({ id }) => id);
      const texts = await snapshots.loadMany(db, scope.store, ids);
      // A product that was deleted after its id was read has no text.
      return { texts: ids.flatMap((id) => texts.get(id) ?? []), last };
    },
  };
}

function describeRows({ store, filters }: WalkScope<ProductFilters>) {
  const { conditions, expressions } = buildProductConditions(store.id, filters);
  return { name: "products", table: "products", conditions, expressions };
}

/**
 * Build the SQL expression for the number of bytes of a product's snapshot. If no current snapshot is stored, the number is
 * estimated from the product and its variants.
 * @param suffixSql the placeholder of the stamp suffix. A stored snapshot is current if its stamp is the product's version
 *   followed by this suffix.
 */
function buildProductBytes(suffixSql: string): string {
  return `coalesce(
    (select octet_length(d.body) from product_documents d
      where d.store_id = r.store_id and d.product_id = r.id and d.stamp = r.version || ${suffixSql}::text),
    4000 + 2 * octet_length(r::text) + coalesce((select sum(3 * octet_length(v::text)) from variants v
      where v.store_id = r.store_id and v.product_id = r.id), 0))`;
}
