import assert from "node:assert/strict";
import type { OrderDocument } from "../orders-fixture.ts";
import {
  computeRemaining,
  countLineUnits,
  isRefundCanceled,
  sum,
  toMinorUnits,
} from "./order-calculations.ts";

function assertPrices(order: OrderDocument): void {
  const grossAmounts = order.line_items.map(({ price, quantity, total_discount, subtotal }) => {
    const gross = toMinorUnits(price) * quantity;
    assert.equal(toMinorUnits(subtotal), gross - toMinorUnits(total_discount), "a line's subtotal");
    assert.ok(toMinorUnits(subtotal) >= 0, "a line's subtotal is negative");
    return gross;
  });
  const lineDiscounts = sum(order.line_items.map(({ total_discount }) => toMinorUnits(total_discount)));
  const sumDiscounts = (discounts: OrderDocument["discounts"]) =>
    sum(discounts.map(({ amount }) => toMinorUnits(amount)));
  const shippingDiscounts = sumDiscounts(order.discounts.filter(({ type }) => type === "shipping"));
  const itemDiscounts = sumDiscounts(order.discounts.filter(({ type }) => type !== "shipping"));
  const fees = sum(
    order.shipping_fees.map(({ price, handling_fee }) => toMinorUnits(price) + toMinorUnits(handling_fee)),
  );
  const [subtotal, shipping] = [toMinorUnits(order.subtotal_price), toMinorUnits(order.total_shipping)];
  const tax = toMinorUnits(order.total_tax);
  assert.equal(toMinorUnits(order.total_line_items_price), sum(grossAmounts), "total_line_items_price");
  assert.equal(subtotal, sum(grossAmounts) - lineDiscounts, "subtotal_price");
  assert.ok(itemDiscounts <= lineDiscounts, "discounts exceed the discounts of lines");
  assert.equal(shipping, fees - shippingDiscounts, "total_shipping");
  assert.equal(toMinorUnits(order.total_discount), lineDiscounts + shippingDiscounts, "total_discount");
  assert.equal(sum(order.tax_lines.map(({ price }) => toMinorUnits(price))), tax, "tax_lines");
  assert.equal(sum(order.line_items.map(({ total_tax }) => toMinorUnits(total_tax))), tax, "taxes of lines");
  if (order.taxes_included) assert.ok(tax <= subtotal + shipping, "included taxes exceed the prices");
  const total = subtotal + shipping + (order.taxes_included ? 0 : tax);
  assert.equal(toMinorUnits(order.total_price), total, "total_price");
}

/** Add up an order's payments, refunds and authorizations, in the smallest unit of its currency. */
export function sumMoney(order: OrderDocument) {
  const { transactions } = order;
  const successfulTransactions = transactions.filter(({ status }) => status === "success");
  const kindById = new Map(successfulTransactions.map(({ id, kind }) => [id, kind]));
  const payments = successfulTransactions.filter(({ kind }) => kind === "sale" || kind === "capture");
  const refunds = successfulTransactions.filter(
    ({ kind, id }) => kind === "refund" && !isRefundCanceled(order, id),
  );
  const authorizedAmounts = successfulTransactions
    .filter(({ kind }) => kind === "authorization")
    .map((row) => computeRemaining(order, row));
  assert.ok(
    authorizedAmounts.every((remaining) => remaining >= 0),
    "more captured than authorized",
  );
  const filterByGateway = (type: string, rows: typeof successfulTransactions) =>
    rows.filter(({ gateway }) => gateway.type === type);
  const sumAmounts = (rows: typeof successfulTransactions) =>
    sum(rows.map(({ amount }) => toMinorUnits(amount)));
  const sumPoints = (rows: typeof successfulTransactions) => sum(rows.map((row) => row.points ?? 0));
  return {
    paid: sumAmounts(payments),
    refunded: sumAmounts(refunds),
    authorized: sum(authorizedAmounts),
    isVoided: successfulTransactions.some(
      ({ kind, parent_id }) => kind === "void" && kindById.get(parent_id ?? 0) === "authorization",
    ),
    isPending: transactions.some(
      ({ kind, status, amount }) =>
        status === "pending" &&
        ["sale", "capture", "authorization"].includes(kind) &&
        toMinorUnits(amount) > 0,
    ),
    /** The store credit that was charged and not refunded. */
    credit: sumAmounts(filterByGateway("credit", payments)) - sumAmounts(filterByGateway("credit", refunds)),
    /** The points that were charged and not refunded. */
    points: sumPoints(filterByGateway("point", payments)) - sumPoints(filterByGateway("point", refunds)),
  };
}

function deriveFinancialStatus(order: OrderDocument): string {
  const { paid, refunded, authorized, isPending, isVoided } = sumMoney(order);
  if (refunded > 0) return refunded < paid ? "partially_refunded" : "refunded";
  if (paid >= toMinorUnits(order.total_price)) return "paid";
  if (paid > 0) return "partially_paid";
  if (authorized > 0) return "authorized";
  if (isPending) return "pending";
  return isVoided ? "voided" : "unpaid";
}

function assertMoney(order: OrderDocument): void {
  const { paid, refunded, credit, points } = sumMoney(order);
  const total = toMinorUnits(order.total_price);
  assert.ok(refunded <= paid, "more refunded than paid");
  assert.ok(credit >= 0 && points >= 0, "more credit or points refunded than charged");
  assert.equal(toMinorUnits(order.total_paid), paid, "total_paid");
  assert.equal(toMinorUnits(order.total_refund_amount), refunded, "total_refund_amount");
  const activeRefunds = order.refunds.filter(({ status }) => status === "created");
  assert.equal(sum(activeRefunds.map(({ amount }) => toMinorUnits(amount))), refunded, "refunds");
  const amountDue = order.status === "cancelled" ? 0 : Math.max(0, total - paid);
  assert.equal(toMinorUnits(order.amount_due), amountDue, "amount_due");
  assert.equal(toMinorUnits(order.overpaid_amount), Math.max(0, paid - refunded - total), "overpaid_amount");
  assert.equal(toMinorUnits(order.credit_used), credit, "credit_used");
  assert.equal(order.point_used, points, "point_used");
  assert.equal(order.financial_status, deriveFinancialStatus(order), "financial_status");
}

interface UnitTotals {
  fulfilled: number;
  unfulfilled: number;
  /** Units that were returned, or restocked by a refund after they had shipped. */
  returned: number;
}

function deriveFulfillmentStatus({ fulfilled, unfulfilled, returned }: UnitTotals): string {
  if (returned > 0) return returned >= fulfilled && unfulfilled === 0 ? "returned" : "partially_returned";
  if (fulfilled === 0) return "unfulfilled";
  return unfulfilled > 0 ? "partially_fulfilled" : "fulfilled";
}

function assertUnits(order: OrderDocument): void {
  const isCanceled = order.status === "cancelled";
  const totals = { fulfilled: 0, unfulfilled: 0, returned: 0 };
  for (const line of order.line_items) {
    const { ordered, open, fulfilled, neverShipping, refunded, refundedAfterShipping, returned } =
      countLineUnits(order, line);
    assert.equal(ordered, line.quantity, "units of fulfillment orders");
    assert.deepEqual(
      [line.fulfilled_quantity, line.unfulfilled_quantity, line.refunded_quantity, line.returned_quantity],
      [fulfilled, open, refunded, returned],
      "units of a line",
    );
    assert.ok(neverShipping >= 0, "more shipped than ordered");
    assert.ok(!isCanceled || open === 0, "a canceled order has open units");
    assert.ok(refundedAfterShipping >= 0, "units were removed without a refund");
    assert.ok(refundedAfterShipping + returned <= fulfilled, "more units were returned than shipped");
    totals.fulfilled += fulfilled;
    totals.unfulfilled += open;
    totals.returned += refundedAfterShipping + returned;
  }
  assert.equal(order.fulfillment_status, deriveFulfillmentStatus(totals), "fulfillment_status");
}

function assertFulfillmentOrders({ fulfillments, fulfillment_orders }: OrderDocument): void {
  const activeFulfillments = fulfillments.filter(({ status }) => status !== "cancelled");
  // If a fulfillment contains units from several fulfillment orders, its JSON does not show from which fulfillment order each
  // unit came, so the statuses cannot be derived.
  if (activeFulfillments.some(({ fulfillment_order_id }) => fulfillment_order_id === null)) return;
  for (const { id, status, line_items } of fulfillment_orders) {
    const isFulfilled = activeFulfillments.some(({ fulfillment_order_id }) => fulfillment_order_id === id);
    const isOpen = line_items.some(({ unfulfilled_quantity }) => unfulfilled_quantity > 0);
    const [statusIfOpen, statusIfDone] = isFulfilled ? ["in_progress", "closed"] : ["open", "cancelled"];
    assert.equal(status, isOpen ? statusIfOpen : statusIfDone, "status of a fulfillment order");
  }
}

/** Assert that the units, amounts and statuses in an order's JSON agree with each other. */
export function assertOrderAddsUp(order: OrderDocument): void {
  try {
    assertPrices(order);
    assertMoney(order);
    assertUnits(order);
    assertFulfillmentOrders(order);
  } catch (error) {
    throw new Error(`Order ${order.id} does not add up: ${JSON.stringify(order)}`, { cause: error });
  }
}
