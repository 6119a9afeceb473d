import { purchaseOrderStates, type StateTable, transferStates } from "@souk/contract";
import { type LineTable, purchaseOrderLines, transferLines } from "./line-columns.ts";

/** The properties in which purchase orders and transfers differ. */
export interface DocumentKind {
  singular: "purchase_order" | "transfer";
  /** The plural, which is also the name of the table. */
  plural: "purchase_orders" | "transfers";
  /** The name in messages. */
  label: string;
  lineTable: LineTable;
  /** The prefix of the displayed number. */
  numberPrefix: "PO-" | "TR-";
  states: StateTable;
  /** The status in which the units are incoming and none has been received. */
  sentStatus: "ordered" | "in_transit";
  /** The column with the time at which `sentStatus` began. */
  sentAtColumn: "ordered_at" | "sent_at";
  /** The reason that the ledger shows when the document gets `sentStatus`. */
  sendReason: string;
  /** The fields that a request can set. They have the same names in the API and in the table. */
  fields: readonly string[];
  /** The columns that are derived from `fields`. */
  derivedColumns: readonly string[];
  /** The field with the location that units leave; null if they come from outside the store. */
  originField: "from_location_id" | null;
  /** The field with the location at which units arrive. */
  destinationField: "location_id" | "to_location_id";
  /** The context of the events about the stock that the document changes (WHK-6). */
  context: string;
  /** The topics of events about the document; null if there are none. */
  topics: { create: "purchase_order/create"; update: "purchase_order/update" } | null;
}

export const purchaseOrders: DocumentKind = {
  singular: "purchase_order",
  plural: "purchase_orders",
  label: "purchase order",
  lineTable: purchaseOrderLines,
  numberPrefix: "PO-",
  states: purchaseOrderStates,
  sentStatus: "ordered",
  sentAtColumn: "ordered_at",
  sendReason: "purchase order ordered",
  fields: ["supplier_name", "location_id", "currency_code", "expected_at", "note"],
  derivedColumns: ["location_name", "currency_decimals"],
  originField: null,
  destinationField: "location_id",
  context: "purchase_order/update",
  topics: { create: "purchase_order/create", update: "purchase_order/update" },
};

export const transfers: DocumentKind = {
  singular: "transfer",
  plural: "transfers",
  label: "transfer",
  lineTable: transferLines,
  numberPrefix: "TR-",
  states: transferStates,
  sentStatus: "in_transit",
  sentAtColumn: "sent_at",
  sendReason: "transfer sent",
  fields: ["from_location_id", "to_location_id", "expected_at", "note"],
  derivedColumns: ["from_location_name", "to_location_name"],
  originField: "from_location_id",
  destinationField: "to_location_id",
  context: "transfer/update",
  topics: null,
};
