import { operations } from "@souk/contract";
import { moneyOf } from "./assert-order.ts";
import { add, type History, type KnownOrder, placeOf, type Step, type StepOfOrder } from "./history.ts";
import { capture, end, giveUp, payment } from "./money-steps.ts";
import { leftOf, pointsLeft, sum, unitsOfLine } from "./order-parts.ts";
import { refund, refundByTransaction, undoRefund } from "./refund-steps.ts";
import { askAnew, askBack, stepReturn } from "./return-steps.ts";
import { send, track, unsend } from "./sending-steps.ts";
import { stockOf } from "./stock.ts";

function update({ chance, customers }: History): StepOfOrder {
  const operation = operations.updateOrder;
  if (chance.often(0.1))
    return { operation, body: { customer_id: 9_999_999, note: "never kept" }, isWrong: true };
  const body = {
    ...(chance.often(0.4) ? { note: `note ${chance.below(3)}` } : {}),
    ...(chance.often(0.4) ? { tags: chance.some(2, () => `tag-${chance.below(4)}`) } : {}),
    ...(chance.often(0.3) ? { customer_id: chance.pick([null, ...customers.keys()]) } : {}),
    ...(chance.often(0.2) ? { shipping_address: { city: "Ipoh", country_code: "MY" } } : {}),
  };
  return { operation, body, moves: new Map() };
}

/** What of an order is still to be sent, by place. */
function unsent({ document, isStocked }: KnownOrder): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  if (!isStocked) return sums;
  const variants = new Map(document.line_items.map(({ id, variant_id }) => [id, variant_id]));
  for (const { location_id, line_items } of document.fulfillment_orders)
    for (const { id, unfulfilled_quantity } of line_items) {
      const variant = variants.get(id);
      if (variant) add(sums, placeOf(variant, location_id), unfulfilled_quantity);
    }
  return sums;
}

/** The payments by credit and points that a cancellation gives back, each by a refund. */
function givenBack({ document }: KnownOrder) {
  const held = document.transactions.filter(({ kind }) => kind === "sale" || kind === "capture");
  const own = held.filter(({ gateway }) => gateway.type === "credit" || gateway.type === "point");
  return own.filter((row) => leftOf(document, row) > 0);
}

/** A cancellation lets go of what the shop itself holds: credit, points, what is authorized, and units to be sent. */
function cancelMoves(about: KnownOrder): Map<string, number> {
  const { document } = about;
  const of = (type: string) => givenBack(about).filter(({ gateway }) => gateway.type === type);
  const left = (rows: ReturnType<typeof of>) => sum(rows.map((row) => leftOf(document, row)));
  return new Map([
    ["authorized", -moneyOf(document).authorized],
    ["refunded", left(of("credit")) + left(of("point"))],
    ["credit", -left(of("credit"))],
    ["points", -sum(of("point").map((row) => pointsLeft(document, row)))],
    ...document.line_items.map((line): [string, number] => [
      `open of ${line.id}`,
      -unitsOfLine(document, line).open,
    ]),
  ]);
}

function cancel({ chance }: History, about: KnownOrder): StepOfOrder | null {
  if (chance.often(0.3)) return null;
  const restock = chance.often(0.7);
  const { document } = about;
  const isCancelled = document.status === "cancelled";
  const putBack = isCancelled ? about.putBack : restock ? unsent(about) : new Map();
  return {
    operation: operations.cancelOrder,
    body: { restock, reason: "random" },
    isWrong: !isCancelled && document.fulfillments.some(({ status }) => status !== "cancelled"),
    moves: isCancelled ? new Map() : cancelMoves(about),
    tells: givenBack(about).map(() => "refund/create"),
    done: ({ orders }) => {
      orders.set(document.id, { ...about, putBack });
    },
  };
}

function close({ document }: KnownOrder, operation: StepOfOrder["operation"]): StepOfOrder {
  return { operation, body: {}, isWrong: document.status === "cancelled", moves: new Map() };
}

function remove({ document }: KnownOrder): StepOfOrder {
  return {
    operation: operations.deleteOrder,
    body: {},
    isWrong: document.status !== "cancelled",
    done: ({ orders, deleted }) => {
      const order = orders.get(document.id);
      orders.delete(document.id);
      if (order) deleted.push(order);
    },
  };
}

const ways: readonly ((history: History, about: KnownOrder) => StepOfOrder | null)[] = [
  ...[update, update, cancel],
  (_, about) => close(about, operations.closeOrder),
  (_, about) => close(about, operations.openOrder),
  ({ chance }, about) =>
    chance.often(about.document.status === "cancelled" ? 0.3 : 0.1) ? remove(about) : null,
  ...[payment, payment, capture, capture, giveUp, end, end],
  ...[refund, refund, refundByTransaction, undoRefund, undoRefund],
  ...[send, send, send, track, unsend],
  ...[askBack, askBack, askBack, askAnew],
];

/** A step of an order that is there; null: there is none, or no such step of it. */
export function orderStep(history: History): Step | null {
  const { chance, orders } = history;
  if (orders.size === 0) return null;
  const about = chance.pick([...orders.values()]);
  // Few orders come to a return: those that do are seen through to its end.
  const isReturning = about.document.returns.some(
    ({ status }) => status === "requested" || status === "accepted",
  );
  const way = isReturning && chance.often(0.4) ? stepReturn : chance.pick(ways);
  const step = way(history, about);
  if (step === null) return null;
  const { part, ...rest } = step;
  const { id } = about.document;
  return { ...rest, params: { id: part ?? id, order_id: id }, about };
}

/** A step of the shop beside its orders: stock comes and goes, a customer is given credit or points. */
export function shopStep(history: History): Step {
  const { chance, variants, locations, customers, denied } = history;
  const [customer_id, known] = chance.pick([...customers]);
  const common = { about: null, params: { customer_id } };
  if (chance.often(0.2)) {
    const credit = 100 * (1 + chance.below(30));
    const body = { adjustment_amount: (credit / 100).toFixed(2), description: "A gift" };
    const done = () => {
      known.credit += credit;
    };
    return { ...common, operation: operations.adjustCredit, body, done };
  }
  const variant_id = chance.pick(variants);
  const location_id = chance.pick(locations);
  const adjustment_quantity = chance.pick([-2, -1, 1, 2, 3, 4, 5, 6]);
  const left = (stockOf(history).available.get(placeOf(variant_id, location_id)) ?? 0) + adjustment_quantity;
  const isTooMuch = denied.has(variant_id) && adjustment_quantity < 0 && left < 0;
  return {
    operation: operations.adjustInventoryLevel,
    about: null,
    body: { variant_id, location_id, adjustment_quantity },
    isWrong: isTooMuch,
    done: ({ given }) => add(given, placeOf(variant_id, location_id), adjustment_quantity),
  };
}
