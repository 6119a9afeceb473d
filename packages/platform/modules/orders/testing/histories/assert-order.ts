import assert from "node:assert/strict";
import type { OrderDocument } from "../orders-fixture.ts";
import { countLineUnits, getRemaining, isUndone, sum, toUnits } from "./order-parts.ts";

function assertPrices(order: OrderDocument): void {
  const lines = order.line_items.map(({ price, quantity, total_discount, subtotal }) => {
    const gross = toUnits(price) * quantity;
    assert.equal(toUnits(subtotal), gross - toUnits(total_discount), "a line's subtotal");
    assert.ok(toUnits(subtotal) >= 0, "a line below 0");
    return gross;
  });
  const lineDiscounts = sum(order.line_items.map(({ total_discount }) => toUnits(total_discount)));
  const sumDiscounts = (isShipping: boolean) =>
    sum(
      order.discounts
        .filter(({ type }) => (type === "shipping") === isShipping)
        .map(({ amount }) => toUnits(amount)),
    );
  const fees = sum(
    order.shipping_fees.map(({ price, handling_fee }) => toUnits(price) + toUnits(handling_fee)),
  );
  const [subtotal, shipping] = [toUnits(order.subtotal_price), toUnits(order.total_shipping)];
  const tax = toUnits(order.total_tax);
  assert.equal(toUnits(order.total_line_items_price), sum(lines), "total_line_items_price");
  assert.equal(subtotal, sum(lines) - lineDiscounts, "subtotal_price");
  assert.ok(sumDiscounts(false) <= lineDiscounts, "discounts fall on lines");
  assert.equal(shipping, fees - sumDiscounts(true), "total_shipping");
  assert.equal(toUnits(order.total_discount), lineDiscounts + sumDiscounts(true), "total_discount");
  assert.equal(sum(order.tax_lines.map(({ price }) => toUnits(price))), tax, "tax_lines");
  assert.equal(sum(order.line_items.map(({ total_tax }) => toUnits(total_tax))), tax, "taxes of lines");
  if (order.taxes_included) assert.ok(tax <= subtotal + shipping, "more tax than prices that include it");
  const total = subtotal + shipping + (order.taxes_included ? 0 : tax);
  assert.equal(toUnits(order.total_price), total, "total_price");
}

/** Add up an order's payments and refunds, in the smallest unit of its currency. */
export function sumMoney(order: OrderDocument) {
  const { transactions } = order;
  const done = transactions.filter(({ status }) => status === "success");
  const kindById = new Map(done.map(({ id, kind }) => [id, kind]));
  const payments = done.filter(({ kind }) => kind === "sale" || kind === "capture");
  const refunds = done.filter(({ kind, id }) => kind === "refund" && !isUndone(order, id));
  const authorized = done
    .filter(({ kind }) => kind === "authorization")
    .map((row) => getRemaining(order, row));
  assert.ok(
    authorized.every((left) => left >= 0),
    "more captured than authorized",
  );
  const filterByGateway = (type: string, rows: typeof done) =>
    rows.filter(({ gateway }) => gateway.type === type);
  const units = (rows: typeof done) => sum(rows.map(({ amount }) => toUnits(amount)));
  const sumPoints = (rows: typeof done) => sum(rows.map((row) => row.points ?? 0));
  return {
    paid: units(payments),
    refunded: units(refunds),
    authorized: sum(authorized),
    isVoided: done.some(
      ({ kind, parent_id }) => kind === "void" && kindById.get(parent_id ?? 0) === "authorization",
    ),
    isPending: transactions.some(
      ({ kind, status, amount }) =>
        status === "pending" && ["sale", "capture", "authorization"].includes(kind) && toUnits(amount) > 0,
    ),
    credit: units(filterByGateway("credit", payments)) - units(filterByGateway("credit", refunds)),
    points: sumPoints(filterByGateway("point", payments)) - sumPoints(filterByGateway("point", refunds)),
  };
}

function deriveFinancialStatus(order: OrderDocument): string {
  const { paid, refunded, authorized, isPending, isVoided } = sumMoney(order);
  if (refunded > 0) return refunded < paid ? "partially_refunded" : "refunded";
  if (paid >= toUnits(order.total_price)) return "paid";
  if (paid > 0) return "partially_paid";
  if (authorized > 0) return "authorized";
  if (isPending) return "pending";
  return isVoided ? "voided" : "unpaid";
}

function assertMoney(order: OrderDocument): void {
  const { paid, refunded, credit, points } = sumMoney(order);
  const total = toUnits(order.total_price);
  assert.ok(refunded <= paid, "more refunded than paid");
  assert.ok(credit >= 0 && points >= 0, "more credit or points refunded than charged");
  assert.equal(toUnits(order.total_paid), paid, "total_paid");
  assert.equal(toUnits(order.total_refund_amount), refunded, "total_refund_amount");
  const active = order.refunds.filter(({ status }) => status === "created");
  assert.equal(sum(active.map(({ amount }) => toUnits(amount))), refunded, "refunds");
  const due = order.status === "cancelled" ? 0 : Math.max(0, total - paid);
  assert.equal(toUnits(order.amount_due), due, "amount_due");
  assert.equal(toUnits(order.overpaid_amount), Math.max(0, paid - refunded - total), "overpaid_amount");
  assert.equal(toUnits(order.credit_used), credit, "credit_used");
  assert.equal(order.point_used, points, "point_used");
  assert.equal(order.financial_status, deriveFinancialStatus(order), "financial_status");
}

function deriveFulfillmentStatus({ sent, left, back }: { sent: number; left: number; back: number }): string {
  if (back > 0) return back >= sent && left === 0 ? "returned" : "partially_returned";
  if (sent === 0) return "unfulfilled";
  return left > 0 ? "partially_fulfilled" : "fulfilled";
}

function assertUnits(order: OrderDocument): void {
  const isCancelled = order.status === "cancelled";
  const totals = { sent: 0, left: 0, back: 0 };
  for (const line of order.line_items) {
    const { ordered, open, fulfilled, neverSent, refunded, cameBack, returned } = countLineUnits(order, line);
    assert.equal(ordered, line.quantity, "units of fulfillment orders");
    assert.deepEqual(
      [line.fulfilled_quantity, line.unfulfilled_quantity, line.refunded_quantity, line.returned_quantity],
      [fulfilled, open, refunded, returned],
      "units of a line",
    );
    assert.ok(neverSent >= 0, "more shipped than ordered");
    assert.ok(!isCancelled || open === 0, "units of a cancelled order are open");
    assert.ok(cameBack >= 0, "units were removed without a refund");
    assert.ok(cameBack + returned <= fulfilled, "more units came back than shipped");
    totals.sent += fulfilled;
    totals.left += open;
    totals.back += cameBack + returned;
  }
  assert.equal(order.fulfillment_status, deriveFulfillmentStatus(totals), "fulfillment_status");
}

function assertFulfillmentOrders({ fulfillments, fulfillment_orders }: OrderDocument): void {
  const active = fulfillments.filter(({ status }) => status !== "cancelled");
  // A fulfillment from several fulfillment orders does not show which units came from which.
  if (active.some(({ fulfillment_order_id }) => fulfillment_order_id === null)) return;
  for (const { id, status, line_items } of fulfillment_orders) {
    const isSent = active.some(({ fulfillment_order_id }) => fulfillment_order_id === id);
    const isOpen = line_items.some(({ unfulfilled_quantity }) => unfulfilled_quantity > 0);
    const [open, done] = isSent ? ["in_progress", "closed"] : ["open", "cancelled"];
    assert.equal(status, isOpen ? open : done, "status of a fulfillment order");
  }
}

/** Assert that the units, money and statuses of an order's JSON agree. */
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
