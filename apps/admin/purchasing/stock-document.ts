import type { OperationResponse, operations } from "@souk/contract";

type PurchaseOrder = OperationResponse<typeof operations.getPurchaseOrder>["purchase_order"];
type Transfer = OperationResponse<typeof operations.getTransfer>["transfer"];

export type StockDocument = PurchaseOrder | Transfer;
export type DocumentLine = StockDocument["line_items"][number];

/** The kind of a document, as its address names it. */
export type DocumentName = "purchase-orders" | "transfers";
