import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { gatewayName } from "./gateway-name.ts";

/** An event in an order's history. */
export interface Moment {
  /** ISO 8601. */
  at: string;
  what: string;
}

/** A function that writes an amount with its currency. */
export type WriteMoney = (amount: string, currency: string) => string;

function countUnits(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

function ownMoments(order: Order): Moment[] {
  const { timeline } = texts.order;
  const { processed_at, created_at, cancelled_at, closed_at, cancel_reason } = order;
  const isFromElsewhere = Date.parse(created_at) - Date.parse(processed_at) > 60_000;
  return [
    { at: processed_at, what: timeline.placed },
    ...(isFromElsewhere ? [{ at: created_at, what: timeline.received }] : []),
    ...(cancelled_at === null
      ? []
      : [
          {
            at: cancelled_at,
            what:
              cancel_reason === ""
                ? timeline.cancelled
                : timeline.cancelledWithReason({ reason: cancel_reason }),
          },
        ]),
    ...(closed_at === null ? [] : [{ at: closed_at, what: timeline.closed }]),
  ];
}

function moneyMoments({ transactions }: Order, money: WriteMoney): Moment[] {
  const { timeline } = texts.order;
  // What undoes a refund is shown as the end of that refund.
  const refunds = new Set(transactions.filter(({ kind }) => kind === "refund").map(({ id }) => id));
  return transactions.flatMap((transaction) => {
    const { kind, status, amount, currency_code, gateway, parent_id, processed_at } = transaction;
    if (processed_at === null || (kind === "void" && refunds.has(parent_id ?? 0))) return [];
    const say = status === "failure" ? timeline.failed : timeline.money[kind];
    return [
      { at: processed_at, what: say({ amount: money(amount, currency_code), by: gatewayName(gateway) }) },
    ];
  });
}

/** Describe who shipped the units and with which courier, as far as known. */
function sentText(count: number, app: string, courier: string): string {
  const { timeline } = texts.order;
  if (app === "")
    return courier === "" ? timeline.shipped({ count }) : timeline.shippedWith({ count, courier });
  return courier === ""
    ? timeline.shippedByApp({ app, count })
    : timeline.shippedByAppWith({ app, count, courier });
}

function shipmentMoments({ fulfillments }: Order): Moment[] {
  const { timeline } = texts.order;
  return fulfillments.flatMap(
    ({ line_items, tracking_company, app_handle, created_at, updated_at, status }) => {
      const count = countUnits(line_items);
      const sent = sentText(count, app_handle, tracking_company);
      return [
        { at: created_at, what: sent },
        ...(status === "cancelled" ? [{ at: updated_at, what: timeline.shipmentCancelled({ count }) }] : []),
      ];
    },
  );
}

function refundMoments({ refunds }: Order, money: WriteMoney): Moment[] {
  const { timeline } = texts.order;
  return refunds.flatMap(({ restock_items, amount, currency_code, status, created_at, updated_at }) => [
    ...(restock_items.length === 0
      ? []
      : [{ at: created_at, what: timeline.restocked({ count: countUnits(restock_items) }) }]),
    ...(status === "cancelled"
      ? [{ at: updated_at, what: timeline.refundCancelled({ amount: money(amount, currency_code) }) }]
      : []),
  ]);
}

function returnMoments({ returns }: Order): Moment[] {
  const { returned } = texts.order.timeline;
  return returns.flatMap(({ return_line_items, status, created_at, updated_at }) => {
    const count = countUnits(return_line_items);
    const state = status as keyof typeof returned;
    return [
      { at: created_at, what: returned.requested({ count }) },
      ...(state === "requested" ? [] : [{ at: updated_at, what: returned[state]({ count }) }]),
    ];
  });
}

/** Return the history of an order from its own timestamps, the latest first. */
export function buildTimeline(order: Order, money: WriteMoney): Moment[] {
  const all = [
    ...ownMoments(order),
    ...moneyMoments(order, money),
    ...shipmentMoments(order),
    ...refundMoments(order, money),
    ...returnMoments(order),
  ];
  // What happened in one moment stands with the order's own beginning last.
  return all.toReversed().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
