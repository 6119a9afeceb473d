import { purchaseOrderStates, type StateTable, transferStates } from "@souk/contract";

/** The differences of purchase orders and transfers; all else is shared. */
export interface DocumentKind {
  singular: "purchase_order" | "transfer";
  /** The plural, also the name of its table. */
  plural: "purchase_orders" | "transfers";
  /** The name in sentences. */
  called: string;
  lines: { table: string; document: string; hasCost: boolean };
  /** The prefix of its shown number. */
  prefix: "PO-" | "TR-";
  states: StateTable;
  /** The state in which its units are incoming and none has been received. */
  sent: "ordered" | "in_transit";
  /** The time at which that state began. */
  sentAt: "ordered_at" | "sent_at";
  /** The ledger's reason for that state. */
  sentReason: string;
  /** The fields that a request can set, by their name on the wire and in the table. */
  fields: readonly string[];
  /** The columns derived from those fields. */
  copies: readonly string[];
  /** The field that names where units leave from; null when they come from outside. */
  from: "from_location_id" | null;
  /** The field that names where units arrive. */
  to: "location_id" | "to_location_id";
  /** WHK-6: the cause of the stock that it moves. */
  context: string;
  /** The topics; null: it has none. */
  topics: { create: "purchase_order/create"; update: "purchase_order/update" } | null;
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
  topics: { create: "purchase_order/create", update: "purchase_order/update" },
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
  topics: null,
};
