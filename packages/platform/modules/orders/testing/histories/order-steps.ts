import { operations } from "@souk/contract";
import { sumMoney } from "./assert-order.ts";
import {
  createFulfillmentCancelStep,
  createFulfillmentStep,
  createFulfillmentUpdateStep,
} from "./fulfillment-steps.ts";
import { addTo, type History, type OrderStep, type Step, type TrackedOrder, toLevelKey } from "./history.ts";
import { computeRemaining, countLineUnits, countRemainingPoints, sum } from "./order-calculations.ts";
import { createRefundCancelStep, createRefundStep, createTransactionRefundStep } from "./refund-steps.ts";
import { createReturnRequestStep, createReturnStatusStep, createReturnUnitsStep } from "./return-steps.ts";
import { computeStock } from "./stock.ts";
import {
  createCaptureStep,
  createPaymentStep,
  createTransactionResultStep,
  createVoidStep,
} from "./transaction-steps.ts";

function createUpdateStep({ chance, customers }: History): OrderStep {
  const operation = operations.updateOrder;
  if (chance.happens(0.1))
    return { operation, body: { customer_id: 9_999_999, note: "never stored" }, expectsRejection: true };
  const body = {
    ...(chance.happens(0.4) ? { note: `note ${chance.pickInteger(3)}` } : {}),
    ...(chance.happens(0.4) ? { tags: chance.createUpTo(2, () => `tag-${chance.pickInteger(4)}`) } : {}),
    ...(chance.happens(0.3) ? { customer_id: chance.pick([null, ...customers.keys()]) } : {}),
    ...(chance.happens(0.2) ? { shipping_address: { city: "Ipoh", country_code: "MY" } } : {}),
  };
  return { operation, body, expectedChanges: new Map() };
}

/** Count the units of an order that were taken from stock and still have to ship, by variant and location. */
function countUnfulfilledUnits({ document, hasTakenStock }: TrackedOrder): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  if (!hasTakenStock) return sums;
  const variants = new Map(document.line_items.map(({ id, variant_id }) => [id, variant_id]));
  for (const { location_id, line_items } of document.fulfillment_orders)
    for (const { id, unfulfilled_quantity } of line_items) {
      const variant = variants.get(id);
      if (variant) addTo(sums, toLevelKey(variant, location_id), unfulfilled_quantity);
    }
  return sums;
}

/** List the payments with store credit and points that a cancellation refunds. */
function listBalancePayments({ document }: TrackedOrder) {
  const payments = document.transactions.filter(({ kind }) => kind === "sale" || kind === "capture");
  const balancePayments = payments.filter(
    ({ gateway }) => gateway.type === "credit" || gateway.type === "point",
  );
  return balancePayments.filter((row) => computeRemaining(document, row) > 0);
}

/**
 * Build the expected changes of a cancellation: it refunds credit and points, voids authorizations and releases units.
 */
function buildCancellationChanges(tracked: TrackedOrder): Map<string, number> {
  const { document } = tracked;
  const filterByGateway = (type: string) =>
    listBalancePayments(tracked).filter(({ gateway }) => gateway.type === type);
  const sumRemaining = (rows: ReturnType<typeof filterByGateway>) =>
    sum(rows.map((row) => computeRemaining(document, row)));
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

function getUnitsRestockedByCancellation(
  tracked: TrackedOrder,
  restock: boolean,
): ReadonlyMap<string, number> {
  if (tracked.document.status === "cancelled") return tracked.unitsRestockedByCancellation;
  return restock ? countUnfulfilledUnits(tracked) : new Map();
}

function createCancelStep({ chance }: History, tracked: TrackedOrder): OrderStep | null {
  if (chance.happens(0.3)) return null;
  const restock = chance.happens(0.7);
  const { document } = tracked;
  const isCanceled = document.status === "cancelled";
  const restockedUnits = getUnitsRestockedByCancellation(tracked, restock);
  return {
    operation: operations.cancelOrder,
    body: { restock, reason: "random" },
    expectsRejection: !isCanceled && document.fulfillments.some(({ status }) => status !== "cancelled"),
    expectedChanges: isCanceled ? new Map() : buildCancellationChanges(tracked),
    expectedTopics: listBalancePayments(tracked).map(() => "refund/create"),
    recordEffects: ({ orders }) => {
      orders.set(document.id, { ...tracked, unitsRestockedByCancellation: restockedUnits });
    },
  };
}

function createOpenCloseStep({ document }: TrackedOrder, operation: OrderStep["operation"]): OrderStep {
  return {
    operation,
    body: {},
    expectsRejection: document.status === "cancelled",
    expectedChanges: new Map(),
  };
}

function createDeleteStep({ document }: TrackedOrder): OrderStep {
  return {
    operation: operations.deleteOrder,
    body: {},
    expectsRejection: document.status !== "cancelled",
    recordEffects: ({ orders, deletedOrders }) => {
      const order = orders.get(document.id);
      orders.delete(document.id);
      if (order) deletedOrders.push(order);
    },
  };
}

/** The functions that create a step for an order. A function that is listed several times is chosen more often. */
const orderStepCreators: readonly ((history: History, tracked: TrackedOrder) => OrderStep | null)[] = [
  createUpdateStep,
  createUpdateStep,
  createCancelStep,
  (_, tracked) => createOpenCloseStep(tracked, operations.closeOrder),
  (_, tracked) => createOpenCloseStep(tracked, operations.openOrder),
  ({ chance }, tracked) =>
    chance.happens(tracked.document.status === "cancelled" ? 0.3 : 0.1) ? createDeleteStep(tracked) : null,
  createPaymentStep,
  createPaymentStep,
  createCaptureStep,
  createCaptureStep,
  createVoidStep,
  createTransactionResultStep,
  createTransactionResultStep,
  createRefundStep,
  createRefundStep,
  createTransactionRefundStep,
  createRefundCancelStep,
  createRefundCancelStep,
  createFulfillmentStep,
  createFulfillmentStep,
  createFulfillmentStep,
  createFulfillmentUpdateStep,
  createFulfillmentCancelStep,
  createReturnRequestStep,
  createReturnRequestStep,
  createReturnRequestStep,
  createReturnUnitsStep,
];

/** Choose a random step for an existing order. @returns null if there is no order or the step is not possible */
export function chooseOrderStep(history: History): Step | null {
  const { chance, orders } = history;
  if (orders.size === 0) return null;
  const tracked = chance.pick([...orders.values()]);
  // Few orders have a return, so a step for an order with an open return often changes the status of the return.
  const hasOpenReturn = tracked.document.returns.some(
    ({ status }) => status === "requested" || status === "accepted",
  );
  const createStep =
    hasOpenReturn && chance.happens(0.4) ? createReturnStatusStep : chance.pick(orderStepCreators);
  const step = createStep(history, tracked);
  if (step === null) return null;
  const { childId, ...requestAndResult } = step;
  const { id } = tracked.document;
  return { ...requestAndResult, params: { id: childId ?? id, order_id: id }, tracked };
}

/** Choose a random step that is not about an order: a stock adjustment, or credit for a customer. */
export function chooseStoreStep(history: History): Step {
  const { chance, variants, locations, customers, denyVariants } = history;
  const [customer_id, trackedCustomer] = chance.pick([...customers]);
  const commonFields = { tracked: null, params: { customer_id } };
  if (chance.happens(0.2)) {
    const credit = 100 * (1 + chance.pickInteger(30));
    const body = { adjustment_amount: (credit / 100).toFixed(2), description: "A gift" };
    const recordEffects = () => {
      trackedCustomer.credit += credit;
    };
    return { ...commonFields, operation: operations.adjustCredit, body, recordEffects };
  }
  const variant_id = chance.pick(variants);
  const location_id = chance.pick(locations);
  const adjustment_quantity = chance.pick([-2, -1, 1, 2, 3, 4, 5, 6]);
  const remaining =
    (computeStock(history).available.get(toLevelKey(variant_id, location_id)) ?? 0) + adjustment_quantity;
  const isOversold = denyVariants.has(variant_id) && adjustment_quantity < 0 && remaining < 0;
  return {
    operation: operations.adjustInventoryLevel,
    tracked: null,
    body: { variant_id, location_id, adjustment_quantity },
    expectsRejection: isOversold,
    recordEffects: ({ adjustedUnits }) =>
      addTo(adjustedUnits, toLevelKey(variant_id, location_id), adjustment_quantity),
  };
}
