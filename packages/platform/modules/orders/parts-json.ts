import { instantText } from "../../instant-text.ts";
import type { Store } from "../../routing/call.ts";
import type {
  FulfillmentOrderRow,
  FulfillmentRow,
  Order,
  OrderReturnRow,
  RefundRow,
  TransactionRow,
} from "./order-rows.ts";
import { fulfillmentOrderStatus, shareQuantities } from "./quantities.ts";
import { processedAt } from "./transactions/processed-at.ts";

/** How instants are shown: in the store's time. */
export type ShowTime = (instant: string) => string;

/** How the parts of an order are shown. */
export interface Showing {
  order: Order;
  time: ShowTime;
}

/**
 * A part of an order as JSON text, in the store's time.
 * @param json of this kind of part
 */
export function partText<Row>(
  json: (showing: Showing, row: Row) => object,
  { store, order }: { store: Pick<Store, "timezone">; order: Order },
  row: Row,
): string {
  return JSON.stringify(json({ order, time: (instant) => instantText(instant, store.timezone) }, row));
}

function stamps({ created_at, updated_at }: { created_at: string; updated_at: string }, time: ShowTime) {
  return { created_at: time(created_at), updated_at: time(updated_at) };
}

/** What a line is called where units of it are listed. */
export function lineName(order: Order, lineId: number): string {
  const line = order.lines.find(({ id }) => id === lineId);
  if (!line) return "";
  return line.variant_name === null ? line.product_name : `${line.product_name} - ${line.variant_name}`;
}

/** A transaction as the API shows it. */
export function transactionJson({ order, time }: Showing, row: TransactionRow) {
  const ended = processedAt(row);
  return {
    id: row.id,
    order_id: order.order.id,
    kind: row.kind,
    status: row.status,
    amount: row.amount,
    currency_code: order.order.currency_code,
    gateway: { type: row.gateway_type, title: row.gateway_title, method: row.gateway_method },
    points: row.points,
    reference: row.reference,
    parent_id: row.parent_id,
    processed_at: ended === null ? null : time(ended),
    ...stamps(row, time),
  };
}

/** A fulfillment as the API shows it; lines of one item that come from several shares are shown together. */
export function fulfillmentJson({ order, time }: Showing, row: FulfillmentRow) {
  const units = new Map<number, number>();
  for (const { fulfillment_id, line_item_id, quantity } of order.fulfillment_lines)
    if (fulfillment_id === row.id) units.set(line_item_id, (units.get(line_item_id) ?? 0) + quantity);
  return {
    id: row.id,
    order_id: order.order.id,
    fulfillment_order_id: row.fulfillment_order_id,
    location_id: row.location_id,
    status: row.status,
    tracking_company: row.tracking_company,
    tracking_number: row.tracking_number,
    tracking_url: row.tracking_url,
    service: row.service,
    message: row.message,
    app_handle: row.app_handle,
    consignment_note_url: row.consignment_note_url,
    line_items: [...units].map(([id, quantity]) => ({ id, quantity, name: lineName(order, id) })),
    ...stamps(row, time),
  };
}

/** A fulfillment order as the API shows it. */
export function fulfillmentOrderJson({ order, time }: Showing, row: FulfillmentOrderRow) {
  const lines = order.fulfillment_order_lines.filter(
    ({ fulfillment_order_id }) => fulfillment_order_id === row.id,
  );
  const shares = shareQuantities(order);
  return {
    id: row.id,
    fulfillment_order_id: row.id,
    order_id: order.order.id,
    location_id: row.location_id,
    status: fulfillmentOrderStatus(lines, shares),
    line_items: lines.map(({ id, line_item_id, quantity }) => ({
      id: line_item_id,
      fulfillment_order_item_id: id,
      name: lineName(order, line_item_id),
      quantity,
      unfulfilled_quantity: shares.get(id)?.open ?? 0,
    })),
    ...stamps(row, time),
  };
}

/** A refund as the API shows it; units of one line that went to one place are shown together. */
export function refundJson({ order, time }: Showing, row: RefundRow) {
  const items = new Map<
    string,
    { line_item_id: number; quantity: number; location_id: number; is_reverted: boolean }
  >();
  for (const { refund_id, line_item_id, location_id, quantity, is_reverted } of order.refund_lines) {
    if (refund_id !== row.id) continue;
    const key = `${line_item_id} ${location_id}`;
    const units = (items.get(key)?.quantity ?? 0) + quantity;
    items.set(key, { line_item_id, quantity: units, location_id, is_reverted });
  }
  return {
    id: row.id,
    order_id: order.order.id,
    status: row.status,
    amount: row.amount,
    currency_code: order.order.currency_code,
    note: row.note,
    reference_number: row.reference_number,
    restock_items: [...items.values()],
    transaction_id: row.transaction_id,
    ...stamps(row, time),
  };
}

/** A return as the API shows it. */
export function orderReturnJson({ order, time }: Showing, row: OrderReturnRow) {
  const lines = order.return_lines.filter(({ order_return_id }) => order_return_id === row.id);
  return {
    id: row.id,
    order_id: order.order.id,
    status: row.status,
    note: row.note,
    refund_id: row.refund_id,
    return_line_items: lines.map(({ id, line_item_id, quantity, reason, restock, location_id }) => ({
      id,
      line_item_id,
      name: lineName(order, line_item_id),
      quantity,
      reason,
      restock,
      location_id,
    })),
    ...stamps(row, time),
  };
}
