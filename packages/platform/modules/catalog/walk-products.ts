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
      const rows = await readNextRows(db, buildWalkRows(walked), { order: "id", json: "null::text", step });
      const ids = rows.map(({ id }) => id);
      const texts = await snapshots.loadMany(db, walked.store, ids);
      const last = rows.at(-1);
      return {
        // A product that was deleted after its id was read has no text.
        texts: ids.flatMap((id) => texts.get(id) ?? []),
        last:
          last === undefined || rows.length < step.limit
            ? null
            : { id: last.id, created_at: last.created_at },
      };
    },
  };
}

function buildWalkRows({ store, filters }: WalkScope<ProductFilters>) {
  const { conditions, expressions } = buildProductConditions(store.id, filters);
  return { name: "products", table: "products", conditions, expressions };
}
