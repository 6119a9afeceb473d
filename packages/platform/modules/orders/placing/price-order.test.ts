import assert from "node:assert/strict";
import { test } from "node:test";
import { converted, type PricedLine, priceOrder, type ToPrice } from "./price-order.ts";

const line = (price: bigint, more: Partial<PricedLine> = {}): PricedLine => ({
  quantity: 1,
  price,
  discount: 0n,
  taxable: true,
  ...more,
});

function price(order: Partial<ToPrice>) {
  return priceOrder({
    lines: [line(1000n)],
    discounts: [],
    taxes: [],
    shipping: 0n,
    taxes_included: false,
    ...order,
  });
}

test("discounts are taken one after the other, and never more than there is", () => {
  const discounts = [
    { type: "percentage", amount: 0n, value: "60" },
    { type: "fixed_amount", amount: 700n, value: null },
    { type: "shipping", amount: 900n, value: null },
  ] as const;
  const { discounts: taken, subtotal, shipping, discount, total } = price({ discounts, shipping: 500n });
  assert.deepEqual(taken, [600n, 400n, 500n]);
  assert.deepEqual([subtotal, shipping, discount, total], [0n, 0n, 1500n, 0n]);
});

test("a discount of the order falls on its lines by what they come to after their own", () => {
  const lines = [line(1000n, { discount: 400n }), line(200n, { quantity: 2 })];
  const discounts = [{ type: "fixed_amount", amount: 100n, value: null }] as const;
  const priced = price({ lines, discounts });
  assert.deepEqual(
    priced.lines.map(({ total_discount }) => total_discount),
    [460n, 40n],
  );
  assert.deepEqual([priced.items, priced.discount, priced.subtotal], [1400n, 500n, 900n]);
});

test("a tax is on taxable lines alone, added to their prices or found within them", () => {
  const lines = [line(1060n), line(500n, { taxable: false })];
  const taxes = [{ rate: "0.06", price: null }];
  const added = price({ lines, taxes });
  assert.deepEqual([added.tax, added.total], [64n, 1624n]);
  assert.deepEqual(
    added.lines.map(({ total_tax }) => total_tax),
    [64n, 0n],
  );
  const included = price({ lines, taxes, taxes_included: true });
  assert.deepEqual([included.tax, included.total], [60n, 1560n]);
});

test("taxes that are included together are found within one price", () => {
  const taxes = [
    { rate: "0.05", price: null },
    { rate: "0.1", price: null },
  ];
  const { taxes: prices, total } = price({ lines: [line(1150n)], taxes, taxes_included: true });
  assert.deepEqual([prices, total], [[50n, 100n], 1150n]);
});

test("a tax of which only the price is known is taken as it is", () => {
  const { lines, tax, total } = price({ taxes: [{ rate: null, price: 77n }], lines: [line(0n), line(0n)] });
  assert.deepEqual([tax, total], [77n, 77n]);
  assert.deepEqual(
    lines.map(({ total_tax }) => total_tax),
    [38n, 39n],
  );
});

test("a price in another currency is rounded half up to what that is rounded to", () => {
  const jpy = { rate: "31.25", from: 2, to: 0, step: 1n };
  assert.equal(converted(1000n, jpy), 313n);
  assert.equal(converted(1000n, { ...jpy, step: 10n }), 310n);
  assert.equal(converted(999n, { rate: "0.25", from: 2, to: 3, step: 1n }), 2498n);
});
