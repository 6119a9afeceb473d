import assert from "node:assert/strict";
import { test } from "node:test";
import { convertAmount, type LineToPrice, type PriceInput, priceOrder } from "./price-order.ts";

const createLine = (price: bigint, fields: Partial<LineToPrice> = {}): LineToPrice => ({
  quantity: 1,
  price,
  discount: 0n,
  taxable: true,
  ...fields,
});

function computePrices(order: Partial<PriceInput>) {
  return priceOrder({
    lines: [createLine(1000n)],
    discounts: [],
    taxes: [],
    shipping: 0n,
    taxes_included: false,
    ...order,
  });
}

test("discounts are applied in sequence and never exceed the price", () => {
  const discounts = [
    { type: "percentage", amount: 0n, value: "60" },
    { type: "fixed_amount", amount: 700n, value: null },
    { type: "shipping", amount: 900n, value: null },
  ] as const;
  const {
    discounts: discountAmounts,
    subtotal,
    shipping,
    discount,
    total,
  } = computePrices({ discounts, shipping: 500n });
  assert.deepEqual(discountAmounts, [600n, 400n, 500n]);
  assert.deepEqual([subtotal, shipping, discount, total], [0n, 0n, 1500n, 0n]);
});

test("an order's discount is split over its lines in proportion to their prices after line discounts", () => {
  const lines = [createLine(1000n, { discount: 400n }), createLine(200n, { quantity: 2 })];
  const discounts = [{ type: "fixed_amount", amount: 100n, value: null }] as const;
  const prices = computePrices({ lines, discounts });
  assert.deepEqual(
    prices.lines.map(({ total_discount }) => total_discount),
    [460n, 40n],
  );
  assert.deepEqual([prices.items, prices.discount, prices.subtotal], [1400n, 500n, 900n]);
});

test("an added tax and an included tax apply only to taxable lines", () => {
  const lines = [createLine(1060n), createLine(500n, { taxable: false })];
  const taxes = [{ rate: "0.06", price: null }];
  const pricesWithAddedTax = computePrices({ lines, taxes });
  assert.deepEqual([pricesWithAddedTax.tax, pricesWithAddedTax.total], [64n, 1624n]);
  assert.deepEqual(
    pricesWithAddedTax.lines.map(({ total_tax }) => total_tax),
    [64n, 0n],
  );
  const pricesWithIncludedTax = computePrices({ lines, taxes, taxes_included: true });
  assert.deepEqual([pricesWithIncludedTax.tax, pricesWithIncludedTax.total], [60n, 1560n]);
});

test("several included taxes are computed from the same net price", () => {
  const taxes = [
    { rate: "0.05", price: null },
    { rate: "0.1", price: null },
  ];
  const { taxes: taxAmounts, total } = computePrices({
    lines: [createLine(1150n)],
    taxes,
    taxes_included: true,
  });
  assert.deepEqual([taxAmounts, total], [[50n, 100n], 1150n]);
});

test("a tax that is sent with only a price keeps that price", () => {
  const { lines, tax, total } = computePrices({
    taxes: [{ rate: null, price: 77n }],
    lines: [createLine(0n), createLine(0n)],
  });
  assert.deepEqual([tax, total], [77n, 77n]);
  assert.deepEqual(
    lines.map(({ total_tax }) => total_tax),
    [38n, 39n],
  );
});

test("a price in another currency is rounded half up to that currency's rounding step", () => {
  const jpy = { rate: "31.25", storeDecimals: 2, decimals: 0, step: 1n };
  assert.equal(convertAmount(1000n, jpy), 313n);
  assert.equal(convertAmount(1000n, { ...jpy, step: 10n }), 310n);
  assert.equal(convertAmount(999n, { rate: "0.25", storeDecimals: 2, decimals: 3, step: 1n }), 2498n);
});
