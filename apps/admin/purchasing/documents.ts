import type { AdminConsole } from "@souk/client";
import type { OperationBody, operations } from "@souk/contract";
import { texts } from "../texts.ts";
import type { DocumentDraft } from "./document-draft.ts";
import type { DocumentName, StockDocument } from "./stock-document.ts";

/** The received units of each line. */
type Received = NonNullable<OperationBody<typeof operations.receiveTransfer>["line_items"]>;

/** The filters of the lists of both kinds. */
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

/** The kind of a document, purchase order or transfer: its texts, its addresses and its API calls. */
export interface DocumentKind {
  name: DocumentName;
  /** The state once placed or in transit. */
  sentState: "ordered" | "in_transit";
  words: (typeof texts.purchasing)["orders" | "transfers"];
  list(admin: AdminConsole, query: DocumentsQuery, signal: AbortSignal): Promise<DocumentsPage>;
  get(admin: AdminConsole, id: number, signal: AbortSignal): Promise<StockDocument>;
  create(
    admin: AdminConsole,
    draft: DocumentDraft,
    how: { isSent: boolean; key: string },
  ): Promise<StockDocument>;
  update(admin: AdminConsole, id: number, draft: DocumentDraft): Promise<StockDocument>;
  send(admin: AdminConsole, id: number): Promise<StockDocument>;
  receive(
    admin: AdminConsole,
    id: number,
    units: { line_items: Received; key: string },
  ): Promise<StockDocument>;
  cancel(admin: AdminConsole, id: number): Promise<StockDocument>;
  remove(admin: AdminConsole, id: number): Promise<unknown>;
}

const slicePage = <D extends StockDocument>(
  documents: readonly D[],
  { page, page_count, total_count }: Omit<DocumentsPage, "documents">,
): DocumentsPage => ({ documents, page, page_count, total_count });

/**
 * Return the expected day in the store's time, as the API accepts it; null: unknown. An unchanged day keeps
 * its time of day.
 */
function expectedIn({ expected, expected_at }: DocumentDraft): string | null {
  if (expected === "") return null;
  return expected_at?.startsWith(expected) === true ? expected_at : `${expected} 00:00:00`;
}

const lineIn = ({ id, variant_id, quantity }: DocumentDraft["lines"][number]) => ({
  ...(id === undefined ? {} : { id }),
  variant_id,
  quantity: quantity ?? 0,
});

function orderIn(draft: DocumentDraft) {
  const { supplier, to, note, lines } = draft;
  return {
    supplier_name: supplier.trim(),
    ...(to === null ? {} : { location_id: to }),
    expected_at: expectedIn(draft),
    note,
    line_items: lines.map((line) => ({
      ...lineIn(line),
      cost_price: line.cost.trim() === "" ? null : line.cost.trim(),
    })),
  };
}

function transferIn(draft: DocumentDraft) {
  const { from, to, note, lines } = draft;
  return {
    from_location_id: from ?? 0,
    to_location_id: to ?? 0,
    expected_at: expectedIn(draft),
    note,
    line_items: lines.map(lineIn),
  };
}

export const purchaseOrders: DocumentKind = {
  name: "purchase-orders",
  sentState: "ordered",
  words: texts.purchasing.orders,
  list: async (admin, query, signal) => {
    const answer = await admin.purchase_orders.list({ query, signal });
    return slicePage(answer.purchase_orders, answer);
  },
  get: async (admin, id, signal) =>
    (await admin.purchase_orders.get({ params: { id }, signal })).purchase_order,
  create: async (admin, draft, { isSent, key: idempotencyKey }) => {
    const body = { ...orderIn(draft), status: isSent ? ("ordered" as const) : ("draft" as const) };
    return (await admin.purchase_orders.create({ body, idempotencyKey })).purchase_order;
  },
  update: async (admin, id, draft) =>
    (await admin.purchase_orders.update({ params: { id }, body: orderIn(draft) })).purchase_order,
  send: async (admin, id) =>
    (await admin.purchase_orders.update({ params: { id }, body: { status: "ordered" } })).purchase_order,
  receive: async (admin, id, { line_items, key: idempotencyKey }) =>
    (await admin.purchase_orders.receive({ params: { id }, body: { line_items }, idempotencyKey }))
      .purchase_order,
  cancel: async (admin, id) => (await admin.purchase_orders.cancel({ params: { id } })).purchase_order,
  remove: (admin, id) => admin.purchase_orders.delete({ params: { id } }),
};

export const transfers: DocumentKind = {
  name: "transfers",
  sentState: "in_transit",
  words: texts.purchasing.transfers,
  list: async (admin, query, signal) => {
    const answer = await admin.transfers.list({ query, signal });
    return slicePage(answer.transfers, answer);
  },
  get: async (admin, id, signal) => (await admin.transfers.get({ params: { id }, signal })).transfer,
  create: async (admin, draft, { isSent, key: idempotencyKey }) => {
    const body = { ...transferIn(draft), status: isSent ? ("in_transit" as const) : ("draft" as const) };
    return (await admin.transfers.create({ body, idempotencyKey })).transfer;
  },
  update: async (admin, id, draft) =>
    (await admin.transfers.update({ params: { id }, body: transferIn(draft) })).transfer,
  send: async (admin, id) =>
    (await admin.transfers.update({ params: { id }, body: { status: "in_transit" } })).transfer,
  receive: async (admin, id, { line_items, key: idempotencyKey }) =>
    (await admin.transfers.receive({ params: { id }, body: { line_items }, idempotencyKey })).transfer,
  cancel: async (admin, id) => (await admin.transfers.cancel({ params: { id } })).transfer,
  remove: (admin, id) => admin.transfers.delete({ params: { id } }),
};
