import { purchaseOrderStates, type StateTable, transferStates } from "@souk/contract";

/** What purchase orders and transfers differ in; all else is done once for both. */
export interface DocumentKind {
  singular: "purchase_order" | "transfer";
  /** Its table, too. */
  plural: "purchase_orders" | "transfers";
  /** In sentences. */
  called: string;
  lines: { table: string; document: string; hasCost: boolean };
  /** Starts its shown number. */
  prefix: "PO-" | "TR-";
  states: StateTable;
  /** The state in which its units are on their way and none has come. */
  sent: "ordered" | "in_transit";
  /** When that began. */
  sentAt: "ordered_at" | "sent_at";
  /** What the ledger says of that. */
  sentReason: string;
  /** What a request can set, by its name on the wire and in the table. */
  fields: readonly string[];
  /** Columns that follow from those. */
  copies: readonly string[];
  /** The field that names where units leave from; null when they come from outside. */
  from: "from_location_id" | null;
  /** The field that names where units come to. */
  to: "location_id" | "to_location_id";
  /** WHK-6: the cause of the stock that it moves. */
  context: string;
  /** The facts that tell of it; null: it has no topic. */
  told: { made: "purchase_order_created"; changed: "purchase_order_changed" } | null;
}

export const purchaseOrders: DocumentKind = {
  singular: "purchase_order",
  plural: "purchase_orders",
  called: "purchase order",
  lines: { table: "purchase_order_lines", document: "purchase_order_id", hasCost: true },
  prefix: "PO-",
  states: purchaseOrderStates,
  sent: "ordered",
  sentAt: "ordered_at",
  sentReason: "purchase order ordered",
  fields: ["supplier_name", "location_id", "currency_code", "expected_at", "note"],
  copies: ["location_name", "currency_decimals"],
  from: null,
  to: "location_id",
  context: "purchase_order/update",
  told: { made: "purchase_order_created", changed: "purchase_order_changed" },
};

export const transfers: DocumentKind = {
  singular: "transfer",
  plural: "transfers",
  called: "transfer",
  lines: { table: "transfer_lines", document: "transfer_id", hasCost: false },
  prefix: "TR-",
  states: transferStates,
  sent: "in_transit",
  sentAt: "sent_at",
  sentReason: "transfer sent",
  fields: ["from_location_id", "to_location_id", "expected_at", "note"],
  copies: ["from_location_name", "to_location_name"],
  from: "from_location_id",
  to: "to_location_id",
  context: "transfer/update",
  told: null,
};
