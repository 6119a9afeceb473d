import { measureRows, nextRows, type RecordWalk, type Walked } from "../../listing/record-walk.ts";
import { type OrderFilters, orderConditions } from "./order-conditions.ts";
import type { OrderDocuments } from "./order-documents.ts";

/** Every order of a store that the filters let through, as its document. */
export function createOrderWalk(documents: OrderDocuments): RecordWalk<OrderFilters> {
  return {
    measure: (run, walked) => measureRows(run, rowsOf(walked), "id"),
    next: async (run, walked, step) => {
      const found = await nextRows(run, rowsOf(walked), { order: "id", json: "null::text", step });
      const ids = found.map(({ id }) => id);
      const texts = await documents.many(run, walked.store, ids);
      const last = found.at(-1);
      const isEnd = last === undefined || found.length < step.limit;
      return {
        // One that is deleted in between has no text.
        texts: ids.flatMap((id) => texts.get(id) ?? []),
        last: isEnd ? null : { id: last.id, created_at: last.created_at },
      };
    },
  };
}

function rowsOf({ store, filters }: Walked<OrderFilters>) {
  const { conditions, expressions } = orderConditions(store.id, filters);
  return { name: "orders", table: "orders", conditions, expressions };
}
