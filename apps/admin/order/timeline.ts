import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { getGatewayName } from "./gateway-name.ts";

/** An event in an order's history. */
export interface TimelineEvent {
  /** When it happened, in ISO 8601. */
  at: string;
  /** What happened, as a sentence. */
  text: string;
}

/** A function that formats an amount with its currency. */
export type FormatMoney = (amount: string, currency: string) => string;

/**
 * The maximum time between placing an order in this store and creating its record, in milliseconds. An order with a longer
 * delay was placed elsewhere.
 */
const maxCreationDelayMs = 60_000;

function countUnits(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

function listOrderEvents(order: Order): TimelineEvent[] {
  const words = texts.order.timeline;
  const { processed_at, created_at, cancelled_at, closed_at, cancel_reason } = order;
  const wasPlacedElsewhere = Date.parse(created_at) - Date.parse(processed_at) > maxCreationDelayMs;
  return [
    { at: processed_at, text: words.placed },
    ...(wasPlacedElsewhere ? [{ at: created_at, text: words.received }] : []),
    ...(cancelled_at === null
      ? []
      : [
          {
            at: cancelled_at,
            text:
              cancel_reason === "" ? words.cancelled : words.cancelledWithReason({ reason: cancel_reason }),
          },
        ]),
    ...(closed_at === null ? [] : [{ at: closed_at, text: words.closed }]),
  ];
}

function listPaymentEvents({ transactions }: Order, formatMoney: FormatMoney): TimelineEvent[] {
  const words = texts.order.timeline;
  // A void of a refund is shown as the refund's cancellation, by `listRefundEvents`.
  const refundIds = new Set(transactions.filter(({ kind }) => kind === "refund").map(({ id }) => id));
  return transactions.flatMap((transaction) => {
    const { kind, status, amount, currency_code, gateway, parent_id, processed_at } = transaction;
    if (processed_at === null || (kind === "void" && refundIds.has(parent_id ?? 0))) return [];
    const formatEvent = status === "failure" ? words.failed : words.money[kind];
    return [
      {
        at: processed_at,
        text: formatEvent({ amount: formatMoney(amount, currency_code), gateway: getGatewayName(gateway) }),
      },
    ];
  });
}

/** Describe a shipment: how many units, and by which app and courier if these are known. */
function describeShipment(count: number, app: string, courier: string): string {
  const words = texts.order.timeline;
  if (app === "") return courier === "" ? words.shipped({ count }) : words.shippedWith({ count, courier });
  return courier === ""
    ? words.shippedByApp({ app, count })
    : words.shippedByAppWith({ app, count, courier });
}

function listShipmentEvents({ fulfillments }: Order): TimelineEvent[] {
  const words = texts.order.timeline;
  return fulfillments.flatMap(
    ({ line_items, tracking_company, app_handle, created_at, updated_at, status }) => {
      const count = countUnits(line_items);
      const shippedText = describeShipment(count, app_handle, tracking_company);
      return [
        { at: created_at, text: shippedText },
        ...(status === "cancelled" ? [{ at: updated_at, text: words.shipmentCancelled({ count }) }] : []),
      ];
    },
  );
}

function listRefundEvents({ refunds }: Order, formatMoney: FormatMoney): TimelineEvent[] {
  const words = texts.order.timeline;
  return refunds.flatMap(({ restock_items, amount, currency_code, status, created_at, updated_at }) => [
    ...(restock_items.length === 0
      ? []
      : [{ at: created_at, text: words.restocked({ count: countUnits(restock_items) }) }]),
    ...(status === "cancelled"
      ? [{ at: updated_at, text: words.refundCancelled({ amount: formatMoney(amount, currency_code) }) }]
      : []),
  ]);
}

function listReturnEvents({ returns }: Order): TimelineEvent[] {
  const returnWords = texts.order.timeline.returned;
  return returns.flatMap(({ return_line_items, status, created_at, updated_at }) => {
    const count = countUnits(return_line_items);
    const state = status as keyof typeof returnWords;
    return [
      { at: created_at, text: returnWords.requested({ count }) },
      ...(state === "requested" ? [] : [{ at: updated_at, text: returnWords[state]({ count }) }]),
    ];
  });
}

/** Build the history of an order from the times of its records, newest event first. */
export function buildTimeline(order: Order, formatMoney: FormatMoney): TimelineEvent[] {
  const events = [
    ...listOrderEvents(order),
    ...listPaymentEvents(order, formatMoney),
    ...listShipmentEvents(order),
    ...listRefundEvents(order, formatMoney),
    ...listReturnEvents(order),
  ];
  // Reversed, so that the placing of the order comes last among events with the same time.
  return events.toReversed().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
