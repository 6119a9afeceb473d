import { operations } from "@souk/contract";
import { sumMoney } from "./assert-order.ts";
import { add, type History, type KnownOrder, type Step, type StepOfOrder, toLevelKey } from "./history.ts";
import { createCapture, createPayment, endTransaction, voidAuthorization } from "./money-steps.ts";
import { countLineUnits, countRemainingPoints, getRemaining, sum } from "./order-parts.ts";
import { createRefund, refundByTransaction, undoRefund } from "./refund-steps.ts";
import { changeReturnStatus, changeReturnUnits, requestReturn } from "./return-steps.ts";
import { cancelFulfillment, createFulfillment, updateFulfillment } from "./sending-steps.ts";
import { computeStock } from "./stock.ts";

function updateOrder({ chance, customers }: History): StepOfOrder {
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

/** Count the units of an order still to be shipped, by variant and location. */
function countUnsentUnits({ document, isStocked }: KnownOrder): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  if (!isStocked) return sums;
  const variants = new Map(document.line_items.map(({ id, variant_id }) => [id, variant_id]));
  for (const { location_id, line_items } of document.fulfillment_orders)
    for (const { id, unfulfilled_quantity } of line_items) {
      const variant = variants.get(id);
      if (variant) add(sums, toLevelKey(variant, location_id), unfulfilled_quantity);
    }
  return sums;
}

/** List the payments with credit and points that a cancellation refunds. */
function listBalancePayments({ document }: KnownOrder) {
  const payments = document.transactions.filter(({ kind }) => kind === "sale" || kind === "capture");
  const own = payments.filter(({ gateway }) => gateway.type === "credit" || gateway.type === "point");
  return own.filter((row) => getRemaining(document, row) > 0);
}

/**
 * Compute the sums that a cancellation changes: it releases credit, points, authorizations and unsent units.
 */
function buildCancelMoves(about: KnownOrder): Map<string, number> {
  const { document } = about;
  const filterByGateway = (type: string) =>
    listBalancePayments(about).filter(({ gateway }) => gateway.type === type);
  const sumRemaining = (rows: ReturnType<typeof filterByGateway>) =>
    sum(rows.map((row) => getRemaining(document, row)));
  return new Map([
    ["authorized", -sumMoney(document).authorized],
    ["refunded", sumRemaining(filterByGateway("credit")) + sumRemaining(filterByGateway("point"))],
    ["credit", -sumRemaining(filterByGateway("credit"))],
    ["points", -sum(filterByGateway("point").map((row) => countRemainingPoints(document, row)))],
    ...document.line_items.map((line): [string, number] => [
      `open of ${line.id}`,
      -countLineUnits(document, line).open,
    ]),
  ]);
}

function cancelOrder({ chance }: History, about: KnownOrder): StepOfOrder | null {
  if (chance.often(0.3)) return null;
  const restock = chance.often(0.7);
  const { document } = about;
  const isCancelled = document.status === "cancelled";
  const restockedUnits = isCancelled ? about.restockedUnits : restock ? countUnsentUnits(about) : new Map();
  return {
    operation: operations.cancelOrder,
    body: { restock, reason: "random" },
    isWrong: !isCancelled && document.fulfillments.some(({ status }) => status !== "cancelled"),
    moves: isCancelled ? new Map() : buildCancelMoves(about),
    publishes: listBalancePayments(about).map(() => "refund/create"),
    done: ({ orders }) => {
      orders.set(document.id, { ...about, restockedUnits });
    },
  };
}

function openOrClose({ document }: KnownOrder, operation: StepOfOrder["operation"]): StepOfOrder {
  return { operation, body: {}, isWrong: document.status === "cancelled", moves: new Map() };
}

function deleteOrder({ document }: KnownOrder): StepOfOrder {
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

const orderSteps: readonly ((history: History, about: KnownOrder) => StepOfOrder | null)[] = [
  ...[updateOrder, updateOrder, cancelOrder],
  (_, about) => openOrClose(about, operations.closeOrder),
  (_, about) => openOrClose(about, operations.openOrder),
  ({ chance }, about) =>
    chance.often(about.document.status === "cancelled" ? 0.3 : 0.1) ? deleteOrder(about) : null,
  ...[
    createPayment,
    createPayment,
    createCapture,
    createCapture,
    voidAuthorization,
    endTransaction,
    endTransaction,
  ],
  ...[createRefund, createRefund, refundByTransaction, undoRefund, undoRefund],
  ...[createFulfillment, createFulfillment, createFulfillment, updateFulfillment, cancelFulfillment],
  ...[requestReturn, requestReturn, requestReturn, changeReturnUnits],
];

/** Choose a step for an existing order; null if there is no order or the step does not apply. */
export function chooseOrderStep(history: History): Step | null {
  const { chance, orders } = history;
  if (orders.size === 0) return null;
  const about = chance.pick([...orders.values()]);
  // Few orders have a return, so an open return is often continued.
  const isReturning = about.document.returns.some(
    ({ status }) => status === "requested" || status === "accepted",
  );
  const createStep = isReturning && chance.often(0.4) ? changeReturnStatus : chance.pick(orderSteps);
  const step = createStep(history, about);
  if (step === null) return null;
  const { part, ...rest } = step;
  const { id } = about.document;
  return { ...rest, params: { id: part ?? id, order_id: id }, about };
}

/** Choose a step outside orders: a stock adjustment or credit for a customer. */
export function chooseStoreStep(history: History): Step {
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
  const left =
    (computeStock(history).available.get(toLevelKey(variant_id, location_id)) ?? 0) + adjustment_quantity;
  const isOversold = denied.has(variant_id) && adjustment_quantity < 0 && left < 0;
  return {
    operation: operations.adjustInventoryLevel,
    about: null,
    body: { variant_id, location_id, adjustment_quantity },
    isWrong: isOversold,
    done: ({ given }) => add(given, toLevelKey(variant_id, location_id), adjustment_quantity),
  };
}
