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

/** Create the walk that reads the snapshots of all products of a store that the filters match, in batches. */
export function createProductWalk(snapshots: ProductSnapshots): RecordWalk<ProductFilters> {
  return {
    measure: (db, walked) => measureRows(db, buildWalkRows(walked), "id"),
    next: async (db, walked, step) => {
      const walkRows = buildWalkRows(walked);
      const stampSuffix = walkRows.conditions.bind(snapshots.buildStampSuffix(walked.store));
      const { rows, last } = await readNextRows<null>(db, walkRows, {
        order: "id",
        json: "null::text",
        bytes: buildProductBytes(stampSuffix),
        step,
      });
      const ids = rows.map(({ id }) => id);
      const texts = await snapshots.loadMany(db, walked.store, ids);
      // A product that was deleted after its id was read has no text.
      return { texts: ids.flatMap((id) => texts.get(id) ?? []), last };
    },
  };
}

function buildWalkRows({ store, filters }: WalkScope<ProductFilters>) {
  const { conditions, expressions } = buildProductConditions(store.id, filters);
  return { name: "products", table: "products", conditions, expressions };
}

/**
 * Build the SQL of the number of bytes of a product's snapshot. If no current snapshot is stored, the number is estimated from the
 * product and its variants.
 */
function buildProductBytes(stampSuffix: string): string {
  return `coalesce(
    (select octet_length(d.body) from product_documents d
      where d.store_id = r.store_id and d.product_id = r.id and d.stamp = r.version || ${stampSuffix}::text),
    4000 + 2 * octet_length(r::text) + coalesce((select sum(3 * octet_length(v::text)) from variants v
      where v.store_id = r.store_id and v.product_id = r.id), 0))`;
}
