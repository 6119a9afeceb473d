import type { AnswerOf, operations } from "@souk/contract";

type PurchaseOrder = AnswerOf<typeof operations.getPurchaseOrder>["purchase_order"];
type Transfer = AnswerOf<typeof operations.getTransfer>["transfer"];

export type StockDocument = PurchaseOrder | Transfer;
export type DocumentLine = StockDocument["line_items"][number];

/** Which of the two kinds, as its address says it. */
export type DocumentName = "purchase-orders" | "transfers";
