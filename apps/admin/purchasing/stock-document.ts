import type { OperationResponse, operations } from "@souk/contract";

type PurchaseOrder = OperationResponse<typeof operations.getPurchaseOrder>["purchase_order"];
type Transfer = OperationResponse<typeof operations.getTransfer>["transfer"];

/** A purchase order or a transfer. */
export type StockDocument = PurchaseOrder | Transfer;

/** A line of a stock document, for one variant. */
export type DocumentLine = StockDocument["line_items"][number];

/** The type of a stock document, as the paths of its pages contain it. */
export type DocumentType = "purchase-orders" | "transfers";
