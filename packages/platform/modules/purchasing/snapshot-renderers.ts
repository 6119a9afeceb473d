import { defineStatement } from "@souk/database";
import {
  createStatementRenderer,
  type SnapshotRenderers,
} from "../../infrastructure/events/snapshot-renderers.ts";
import { buildDocumentJson } from "./document-json.ts";
import { purchaseOrders } from "./document-kind.ts";

const renderPurchaseOrders = createStatementRenderer(
  defineStatement(
    "purchase_order_snapshots",
    `
    select r.id, ${buildDocumentJson(purchaseOrders, "$3")} as text from purchase_orders r
    where r.store_id = $1 and r.id = any($2::bigint[])`,
  ),
);

/** The snapshot renderers for the purchase order topics. Transfers have no topics. */
export const purchasingRenderers: SnapshotRenderers = {
  "purchase_order/create": renderPurchaseOrders,
  "purchase_order/update": renderPurchaseOrders,
};
