import { defineStatement } from "@souk/database";
import type { SnapshotRenderer, SnapshotRenderers } from "../../infrastructure/events/snapshot-renderers.ts";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { OrderSnapshots } from "./order-documents.ts";

const orderIdsStatement = defineStatement(
  "orders_of_refunds",
  `select distinct order_id from refunds where store_id = $1 and id = ${buildAnyIds("$2")}`,
);

function createRefundRenderer(orderSnapshots: OrderSnapshots): SnapshotRenderer {
  return async (db, store, ids) => {
    const { rows } = await db.query<{ order_id: number }>(orderIdsStatement, [store.id, ids]);
    const orderIds = rows.map(({ order_id }) => order_id);
    const orders = [...(await orderSnapshots.loadMany(db, store, orderIds)).values()];
    const refunds = orders.flatMap((text) => (JSON.parse(text) as { refunds: { id: number }[] }).refunds);
    return new Map(refunds.map((refund) => [refund.id, JSON.stringify(refund)]));
  };
}

/** Create the snapshot renderers for the topics of orders and refunds. */
export function createOrderRenderers(orderSnapshots: OrderSnapshots): SnapshotRenderers {
  const renderRefunds = createRefundRenderer(orderSnapshots);
  return {
    "order/create": orderSnapshots.loadMany,
    "order/update": orderSnapshots.loadMany,
    "order/paid": orderSnapshots.loadMany,
    "order/partially_paid": orderSnapshots.loadMany,
    "order/cancel": orderSnapshots.loadMany,
    "refund/create": renderRefunds,
    "refund/cancel": renderRefunds,
  };
}
