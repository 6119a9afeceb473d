import type { Order } from "../orders/order-queries.ts";
import { gatewayName } from "./gateway-name.ts";
import { strings } from "./strings.ts";

/** Something that happened to an order. */
export interface Moment {
  /** ISO 8601. */
  at: string;
  what: string;
}

/** How amounts and numbers are written. */
export interface Writing {
  money: (amount: string, currency: string) => string;
  number: (value: number) => string;
}

function unitsIn(items: readonly { quantity: number }[], { number }: Writing): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return strings.timeline.units(count, number(count));
}

function ownMoments(order: Order): Moment[] {
  const { timeline } = strings;
  const { processed_at, created_at, cancelled_at, closed_at, cancel_reason } = order;
  const isFromElsewhere = Date.parse(created_at) - Date.parse(processed_at) > 60_000;
  return [
    { at: processed_at, what: timeline.placed },
    ...(isFromElsewhere ? [{ at: created_at, what: timeline.received }] : []),
    ...(cancelled_at === null ? [] : [{ at: cancelled_at, what: timeline.cancelled(cancel_reason) }]),
    ...(closed_at === null ? [] : [{ at: closed_at, what: timeline.closed }]),
  ];
}

function moneyMoments({ transactions }: Order, { money }: Writing): Moment[] {
  const { timeline } = strings;
  // What undoes a refund is told as the end of that refund.
  const refunds = new Set(transactions.filter(({ kind }) => kind === "refund").map(({ id }) => id));
  return transactions.flatMap((transaction) => {
    const { kind, status, amount, currency_code, gateway, parent_id, processed_at } = transaction;
    if (processed_at === null || (kind === "void" && refunds.has(parent_id ?? 0))) return [];
    const say = status === "failure" ? timeline.failed : timeline.money[kind];
    return [{ at: processed_at, what: say(money(amount, currency_code), gatewayName(gateway)) }];
  });
}

function shipmentMoments({ fulfillments }: Order, writing: Writing): Moment[] {
  const { timeline } = strings;
  return fulfillments.flatMap(
    ({ line_items, tracking_company, app_handle, created_at, updated_at, status }) => {
      const units = unitsIn(line_items, writing);
      const sent =
        app_handle === ""
          ? timeline.sent(units, tracking_company)
          : timeline.sentBy(app_handle, units, tracking_company);
      return [
        { at: created_at, what: sent },
        ...(status === "cancelled" ? [{ at: updated_at, what: timeline.shipmentCancelled(units) }] : []),
      ];
    },
  );
}

function refundMoments({ refunds }: Order, writing: Writing): Moment[] {
  const { timeline } = strings;
  return refunds.flatMap(({ restock_items, amount, currency_code, status, created_at, updated_at }) => [
    ...(restock_items.length === 0
      ? []
      : [{ at: created_at, what: timeline.refundUnits(unitsIn(restock_items, writing)) }]),
    ...(status === "cancelled"
      ? [{ at: updated_at, what: timeline.refundCancelled(writing.money(amount, currency_code)) }]
      : []),
  ]);
}

function returnMoments({ returns }: Order, writing: Writing): Moment[] {
  const { returned, returnStates } = strings.timeline;
  return returns.flatMap(({ return_line_items, status, created_at, updated_at }) => {
    const units = unitsIn(return_line_items, writing);
    const state = status as keyof typeof returnStates;
    return [
      { at: created_at, what: returned(units, returnStates.requested) },
      ...(state === "requested" ? [] : [{ at: updated_at, what: returned(units, returnStates[state]) }]),
    ];
  });
}

/** What happened to an order as its own stamps say it, the latest first. */
export function timelineOf(order: Order, writing: Writing): Moment[] {
  const all = [
    ...ownMoments(order),
    ...moneyMoments(order, writing),
    ...shipmentMoments(order, writing),
    ...refundMoments(order, writing),
    ...returnMoments(order, writing),
  ];
  // What happened in one moment stands with the order's own beginning last.
  return all.toReversed().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
