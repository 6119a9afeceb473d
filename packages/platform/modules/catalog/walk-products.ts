import type { operations, QueryValues } from "@souk/contract";
import {
  measureRows,
  nextRows,
  type RecordWalk,
  type Walked,
} from "../../infrastructure/listing/record-walk.ts";
import { productConditions } from "./product-conditions.ts";
import type { ProductDocuments } from "./product-documents.ts";

type ProductFilters = QueryValues<(typeof operations.countProducts)["query"]>;

/** Create the walk over every product of a store that the filters match, as its snapshot. */
export function createProductWalk(documents: ProductDocuments): RecordWalk<ProductFilters> {
  return {
    measure: (db, walked) => measureRows(db, buildWalkRows(walked), "id"),
    next: async (db, walked, step) => {
      const found = await nextRows(db, buildWalkRows(walked), { order: "id", json: "null::text", step });
      const ids = found.map(({ id }) => id);
      const texts = await documents.many(db, walked.store, ids);
      const last = found.at(-1);
      return {
        // One that is deleted in between has no text.
        texts: ids.flatMap((id) => texts.get(id) ?? []),
        last:
          last === undefined || found.length < step.limit
            ? null
            : { id: last.id, created_at: last.created_at },
      };
    },
  };
}

function buildWalkRows({ store, filters }: Walked<ProductFilters>) {
  const { conditions, expressions } = productConditions(store.id, filters);
  return { name: "products", table: "products", conditions, expressions };
}
