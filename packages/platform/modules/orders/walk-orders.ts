import {
  measureRows,
  type RecordWalk,
  readNextRows,
  type WalkScope,
} from "../../infrastructure/listing/record-walk.ts";
import { buildOrderConditions, type OrderFilters } from "./order-conditions.ts";
import type { OrderSnapshots } from "./order-documents.ts";

/** Create a walk over the snapshots of all orders of a store that match the filters. */
export function createOrderWalk(documents: OrderSnapshots): RecordWalk<OrderFilters> {
  return {
    measure: (db, walked) => measureRows(db, buildRowSource(walked), "id"),
    next: async (db, walked, step) => {
      const rows = await readNextRows(db, buildRowSource(walked), { order: "id", json: "null::text", step });
      const ids = rows.map(({ id }) => id);
      const texts = await documents.loadMany(db, walked.store, ids);
      const last = rows.at(-1);
      const isEnd = last === undefined || rows.length < step.limit;
      return {
        // An order that was deleted meanwhile has no text.
        texts: ids.flatMap((id) => texts.get(id) ?? []),
        last: isEnd ? null : { id: last.id, created_at: last.created_at },
      };
    },
  };
}

function buildRowSource({ store, filters }: WalkScope<OrderFilters>) {
  const { conditions, expressions } = buildOrderConditions(store.id, filters);
  return { name: "orders", table: "orders", conditions, expressions };
}
