import assert from "node:assert/strict";
import type { OrderDocument } from "../orders-rig.ts";
import { isUndone, leftOf, sum, unitsOf, unitsOfLine } from "./order-parts.ts";

function assertPrices(order: OrderDocument): void {
  const lines = order.line_items.map(({ price, quantity, total_discount, subtotal }) => {
    const whole = unitsOf(price) * quantity;
    assert.equal(unitsOf(subtotal), whole - unitsOf(total_discount), "a line's subtotal");
    assert.ok(unitsOf(subtotal) >= 0, "a line below 0");
    return whole;
  });
  const offLines = sum(order.line_items.map(({ total_discount }) => unitsOf(total_discount)));
  const ofType = (isShipping: boolean) =>
    sum(
      order.discounts
        .filter(({ type }) => (type === "shipping") === isShipping)
        .map(({ amount }) => unitsOf(amount)),
    );
  const fees = sum(
    order.shipping_fees.map(({ price, handling_fee }) => unitsOf(price) + unitsOf(handling_fee)),
  );
  const [subtotal, shipping] = [unitsOf(order.subtotal_price), unitsOf(order.total_shipping)];
  const tax = unitsOf(order.total_tax);
  assert.equal(unitsOf(order.total_line_items_price), sum(lines), "total_line_items_price");
  assert.equal(subtotal, sum(lines) - offLines, "subtotal_price");
  assert.ok(ofType(false) <= offLines, "discounts fall on lines");
  assert.equal(shipping, fees - ofType(true), "total_shipping");
  assert.equal(unitsOf(order.total_discount), offLines + ofType(true), "total_discount");
  assert.equal(sum(order.tax_lines.map(({ price }) => unitsOf(price))), tax, "tax_lines");
  assert.equal(sum(order.line_items.map(({ total_tax }) => unitsOf(total_tax))), tax, "taxes of lines");
  if (order.taxes_included) assert.ok(tax <= subtotal + shipping, "more tax than prices that include it");
  const total = subtotal + shipping + (order.taxes_included ? 0 : tax);
  assert.equal(unitsOf(order.total_price), total, "total_price");
}

/** Money that moved, in the order's units. */
export function moneyOf(order: OrderDocument) {
  const { transactions } = order;
  const done = transactions.filter(({ status }) => status === "success");
  const kindOf = new Map(done.map(({ id, kind }) => [id, kind]));
  const payments = done.filter(({ kind }) => kind === "sale" || kind === "capture");
  const refunds = done.filter(({ kind, id }) => kind === "refund" && !isUndone(order, id));
  const authorized = done.filter(({ kind }) => kind === "authorization").map((row) => leftOf(order, row));
  assert.ok(
    authorized.every((left) => left >= 0),
    "more captured than authorized",
  );
  const of = (type: string, rows: typeof done) => rows.filter(({ gateway }) => gateway.type === type);
  const units = (rows: typeof done) => sum(rows.map(({ amount }) => unitsOf(amount)));
  const points = (rows: typeof done) => sum(rows.map((row) => row.points ?? 0));
  return {
    paid: units(payments),
    refunded: units(refunds),
    authorized: sum(authorized),
    isVoided: done.some(
      ({ kind, parent_id }) => kind === "void" && kindOf.get(parent_id ?? 0) === "authorization",
    ),
    isPending: transactions.some(
      ({ kind, status, amount }) =>
        status === "pending" && ["sale", "capture", "authorization"].includes(kind) && unitsOf(amount) > 0,
    ),
    credit: units(of("credit", payments)) - units(of("credit", refunds)),
    points: points(of("point", payments)) - points(of("point", refunds)),
  };
}

function expectedStatus(order: OrderDocument): string {
  const { paid, refunded, authorized, isPending, isVoided } = moneyOf(order);
  if (refunded > 0) return refunded < paid ? "partially_refunded" : "refunded";
  if (paid >= unitsOf(order.total_price)) return "paid";
  if (paid > 0) return "partially_paid";
  if (authorized > 0) return "authorized";
  if (isPending) return "pending";
  return isVoided ? "voided" : "unpaid";
}

function assertMoney(order: OrderDocument): void {
  const { paid, refunded, credit, points } = moneyOf(order);
  const total = unitsOf(order.total_price);
  assert.ok(refunded <= paid, "more refunded than paid");
  assert.ok(credit >= 0 && points >= 0, "more credit or points given back than taken");
  assert.equal(unitsOf(order.total_paid), paid, "total_paid");
  assert.equal(unitsOf(order.total_refund_amount), refunded, "total_refund_amount");
  const live = order.refunds.filter(({ status }) => status === "created");
  assert.equal(sum(live.map(({ amount }) => unitsOf(amount))), refunded, "refunds");
  const due = order.status === "cancelled" ? 0 : Math.max(0, total - paid);
  assert.equal(unitsOf(order.amount_due), due, "amount_due");
  assert.equal(unitsOf(order.overpaid_amount), Math.max(0, paid - refunded - total), "overpaid_amount");
  assert.equal(unitsOf(order.credit_used), credit, "credit_used");
  assert.equal(order.point_used, points, "point_used");
  assert.equal(order.financial_status, expectedStatus(order), "financial_status");
}

function expectedFulfillment({ sent, left, back }: { sent: number; left: number; back: number }): string {
  if (back > 0) return back >= sent && left === 0 ? "returned" : "partially_returned";
  if (sent === 0) return "unfulfilled";
  return left > 0 ? "partially_fulfilled" : "fulfilled";
}

function assertUnits(order: OrderDocument): void {
  const isCancelled = order.status === "cancelled";
  const all = { sent: 0, left: 0, back: 0 };
  for (const line of order.line_items) {
    const { ordered, open, fulfilled, neverSent, refunded, cameBack, returned } = unitsOfLine(order, line);
    assert.equal(ordered, line.quantity, "units of fulfillment orders");
    assert.deepEqual(
      [line.fulfilled_quantity, line.unfulfilled_quantity, line.refunded_quantity, line.returned_quantity],
      [fulfilled, open, refunded, returned],
      "units of a line",
    );
    assert.ok(neverSent >= 0, "more sent than ordered");
    assert.ok(!isCancelled || open === 0, "units of a cancelled order are to be sent");
    assert.ok(cameBack >= 0, "units are gone that nobody took away");
    assert.ok(cameBack + returned <= fulfilled, "more came back than was sent");
    all.sent += fulfilled;
    all.left += open;
    all.back += cameBack + returned;
  }
  assert.equal(order.fulfillment_status, expectedFulfillment(all), "fulfillment_status");
}

function assertFulfillmentOrders({ fulfillments, fulfillment_orders }: OrderDocument): void {
  const live = fulfillments.filter(({ status }) => status !== "cancelled");
  // Of a fulfillment of several of them it is not shown which units were whose.
  if (live.some(({ fulfillment_order_id }) => fulfillment_order_id === null)) return;
  for (const { id, status, line_items } of fulfillment_orders) {
    const isSent = live.some(({ fulfillment_order_id }) => fulfillment_order_id === id);
    const isOpen = line_items.some(({ unfulfilled_quantity }) => unfulfilled_quantity > 0);
    const [open, done] = isSent ? ["in_progress", "closed"] : ["open", "cancelled"];
    assert.equal(status, isOpen ? open : done, "status of a fulfillment order");
  }
}

/** Holds what an order shows of its units, its money and its states against each other. */
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
