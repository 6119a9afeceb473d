import type { operations, QueryOf } from "@souk/contract";
import { measureRows, nextRows, type RecordWalk, type Walked } from "../../listing/record-walk.ts";
import { productConditions } from "./product-conditions.ts";
import type { ProductDocuments } from "./product-documents.ts";

type ProductFilters = QueryOf<(typeof operations.countProducts)["query"]>;

/** Every product of a store that the filters let through, as its document. */
export function createProductWalk(documents: ProductDocuments): RecordWalk<ProductFilters> {
  return {
    measure: (run, walked) => measureRows(run, rowsOf(walked), "id"),
    next: async (run, walked, step) => {
      const found = await nextRows(run, rowsOf(walked), { order: "id", json: "null::text", step });
      const ids = found.map(({ id }) => id);
      const texts = await documents.many(run, walked.store, ids);
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

function rowsOf({ store, filters }: Walked<ProductFilters>) {
  const { conditions, expressions } = productConditions(store.id, filters);
  return { name: "products", table: "products", conditions, expressions };
}
