import type { OperationResponse, operations } from "@souk/contract";

type PurchaseOrder = OperationResponse<typeof operations.getPurchaseOrder>["purchase_order"];
type Transfer = OperationResponse<typeof operations.getTransfer>["transfer"];

export type StockDocument = PurchaseOrder | Transfer;
export type DocumentLine = StockDocument["line_items"][number];

/** A type of stock document, as in the paths of its pages. */
export type DocumentType = "purchase-orders" | "transfers";
