import {
  measureRows,
  type RecordWalk,
  readNextRows,
  type WalkScope,
} from "../../infrastructure/listing/record-walk.ts";
import { buildOrderConditions, type OrderFilters } from "./order-conditions.ts";
import type { OrderSnapshots } from "./order-documents.ts";

/** Create the functions that read, step by step, the snapshots of a store's orders that match the filters. */
export function createOrderWalk(orderSnapshots: OrderSnapshots): RecordWalk<OrderFilters> {
  return {
    measure: (db, scope) => measureRows(db, buildRowSource(scope), "id"),
    next: async (db, scope, step) => {
      const rowSource = buildRowSource(scope);
      const { rows, last } = await readNextRows<null>(db, rowSource, {
        order: "id",
        json: "null::text",
        bytes: buildSnapshotBytesSql(),
        step,
      });
      const ids = rows.map(({ id }) => id);
      const texts = await orderSnapshots.loadMany(db, scope.store, ids);
      // An order that was deleted meanwhile has no text.
      return { texts: ids.flatMap((id) => texts.get(id) ?? []), last };
    },
  };
}

function buildRowSource({ store, filters }: WalkScope<OrderFilters>) {
  const { conditions, expressions } = buildOrderConditions(store.id, filters);
  return { name: "orders", table: "orders", conditions, expressions };
}

/** The number of bytes that is assumed for an order without a snapshot. */
const assumedBytes = 65_536;

/**
 * Build the SQL expression for the size of an order's snapshot in bytes. Each change of an order stores a snapshot, so a
 * stale snapshot differs from the current text only in formats, for example in the time zone.
 */
function buildSnapshotBytesSql(): string {
  return `coalesce(
    (select octet_length(d.body) from order_documents d where d.store_id = r.store_id and d.order_id = r.id), ${assumedBytes})`;
}
