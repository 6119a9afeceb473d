import type { AdminConsole } from "@souk/client";
import type { OperationBody, operations } from "@souk/contract";
import { texts } from "../texts.ts";
import type { DocumentDraft } from "./document-draft.ts";
import type { DocumentType, StockDocument } from "./stock-document.ts";

/** The received quantities by line, as the API accepts them. */
type ReceivedLines = NonNullable<OperationBody<typeof operations.receiveTransfer>["line_items"]>;

/** The query parameters of the list operations of purchase orders and transfers. */
export interface DocumentsQuery {
  page: number;
  limit: number;
  sort?: string;
  status?: string[];
  query?: string;
  location_ids?: number[];
}

interface DocumentsPage {
  documents: readonly StockDocument[];
  page: number;
  page_count: number;
  total_count: number;
}

/** What differs between purchase orders and transfers: their paths, statuses, texts and API operations. */
export interface DocumentKind {
  /** The type of stock document. It is also the first part of the paths of the document's pages. */
  name: DocumentType;
  /** The status of a document that is marked as ordered or in transit. */
  sentStatus: "ordered" | "in_transit";
  words: (typeof texts.purchasing)["orders" | "transfers"];
  list(admin: AdminConsole, query: DocumentsQuery, signal: AbortSignal): Promise<DocumentsPage>;
  get(admin: AdminConsole, id: number, signal: AbortSignal): Promise<StockDocument>;
  create(
    admin: AdminConsole,
    draft: DocumentDraft,
    options: { isSent: boolean; idempotencyKey: string },
  ): Promise<StockDocument>;
  update(admin: AdminConsole, id: number, draft: DocumentDraft): Promise<StockDocument>;
  /** Mark a draft as ordered or in transit. */
  send(admin: AdminConsole, id: number): Promise<StockDocument>;
  receive(
    admin: AdminConsole,
    id: number,
    receipt: { line_items: ReceivedLines; idempotencyKey: string },
  ): Promise<StockDocument>;
  cancel(admin: AdminConsole, id: number): Promise<StockDocument>;
  remove(admin: AdminConsole, id: number): Promise<unknown>;
}

const toDocumentsPage = <D extends StockDocument>(
  documents: readonly D[],
  { page, page_count, total_count }: Omit<DocumentsPage, "documents">,
): DocumentsPage => ({ documents, page, page_count, total_count });

/**
 * Return the value of `expected_at` for a request: the start of the expected day in the store's time zone; null if
 * the day is unknown. If the day was not changed, return the saved time with its time of day.
 */
function getExpectedAt({ expected, expected_at }: DocumentDraft): string | null {
  if (expected === "") return null;
  return expected_at?.startsWith(expected) === true ? expected_at : `${expected} 00:00:00`;
}

const toLineBody = ({ id, variant_id, quantity }: DocumentDraft["lines"][number]) => ({
  ...(id === undefined ? {} : { id }),
  variant_id,
  quantity: quantity ?? 0,
});

function toPurchaseOrderBody(draft: DocumentDraft) {
  const { supplier, to, note, lines } = draft;
  return {
    supplier_name: supplier.trim(),
    ...(to === null ? {} : { location_id: to }),
    expected_at: getExpectedAt(draft),
    note,
    line_items: lines.map((line) => ({
      ...toLineBody(line),
      cost_price: line.cost.trim() === "" ? null : line.cost.trim(),
    })),
  };
}

function toTransferBody(draft: DocumentDraft) {
  const { from, to, note, lines } = draft;
  return {
    from_location_id: from ?? 0,
    to_location_id: to ?? 0,
    expected_at: getExpectedAt(draft),
    note,
    line_items: lines.map(toLineBody),
  };
}

/** Purchase orders as a kind of stock document. */
export const purchaseOrders: DocumentKind = {
  name: "purchase-orders",
  sentStatus: "ordered",
  words: texts.purchasing.orders,
  list: async (admin, query, signal) => {
    const response = await admin.purchase_orders.list({ query, signal });
    return toDocumentsPage(response.purchase_orders, response);
  },
  get: async (admin, id, signal) =>
    (await admin.purchase_orders.get({ params: { id }, signal })).purchase_order,
  create: async (admin, draft, { isSent, idempotencyKey }) => {
    const body = {
      ...toPurchaseOrderBody(draft),
      status: isSent ? ("ordered" as const) : ("draft" as const),
    };
    return (await admin.purchase_orders.create({ body, idempotencyKey })).purchase_order;
  },
  update: async (admin, id, draft) =>
    (await admin.purchase_orders.update({ params: { id }, body: toPurchaseOrderBody(draft) })).purchase_order,
  send: async (admin, id) =>
    (await admin.purchase_orders.update({ params: { id }, body: { status: "ordered" } })).purchase_order,
  receive: async (admin, id, { line_items, idempotencyKey }) =>
    (await admin.purchase_orders.receive({ params: { id }, body: { line_items }, idempotencyKey }))
      .purchase_order,
  cancel: async (admin, id) => (await admin.purchase_orders.cancel({ params: { id } })).purchase_order,
  remove: (admin, id) => admin.purchase_orders.delete({ params: { id } }),
};

/** Transfers as a kind of stock document. */
export const transfers: DocumentKind = {
  name: "transfers",
  sentStatus: "in_transit",
  words: texts.purchasing.transfers,
  list: async (admin, query, signal) => {
    const response = await admin.transfers.list({ query, signal });
    return toDocumentsPage(response.transfers, response);
  },
  get: async (admin, id, signal) => (await admin.transfers.get({ params: { id }, signal })).transfer,
  create: async (admin, draft, { isSent, idempotencyKey }) => {
    const body = { ...toTransferBody(draft), status: isSent ? ("in_transit" as const) : ("draft" as const) };
    return (await admin.transfers.create({ body, idempotencyKey })).transfer;
  },
  update: async (admin, id, draft) =>
    (await admin.transfers.update({ params: { id }, body: toTransferBody(draft) })).transfer,
  send: async (admin, id) =>
    (await admin.transfers.update({ params: { id }, body: { status: "in_transit" } })).transfer,
  receive: async (admin, id, { line_items, idempotencyKey }) =>
    (await admin.transfers.receive({ params: { id }, body: { line_items }, idempotencyKey })).transfer,
  cancel: async (admin, id) => (await admin.transfers.cancel({ params: { id } })).transfer,
  remove: (admin, id) => admin.transfers.delete({ params: { id } }),
};
