import {
  allocate,
  divideHalfUp,
  formatMinorUnits,
  minBigint,
  parseFraction,
  sumBigints,
} from "../amounts.ts";

/** A line whose discounts and taxes are not computed yet. Amounts are in the smallest unit of the order's currency. */
export interface LineToPrice {
  quantity: number;
  /** The price of one unit. */
  price: bigint;
  /** The discount that the line itself has, for all its units together. */
  discount: bigint;
  taxable: boolean;
}

export interface DiscountToApply {
  type: "fixed_amount" | "percentage" | "shipping";
  /** The maximum amount of the discount; not used for a percentage. */
  amount: bigint;
  /** The percentage as decimal text from 0 to 100; null for other types of discounts. */
  value: string | null;
}

export interface TaxToApply {
  /** Decimal text from 0 to 1; null if only the price is known. */
  rate: string | null;
  /** The amount of the tax; null if it is computed from the rate. */
  price: bigint | null;
}

/** The input from which an order's amounts are computed. */
export interface PriceInput {
  lines: readonly LineToPrice[];
  discounts: readonly DiscountToApply[];
  taxes: readonly TaxToApply[];
  /** The sum of the order's shipping fees, including handling fees, before discounts. */
  shipping: bigint;
  taxes_included: boolean;
}

/** The amounts of an order. The lists have the same sequence as the order's lines, discounts and taxes. */
export interface OrderPrices {
  lines: { total_discount: bigint; total_tax: bigint }[];
  discounts: bigint[];
  taxes: bigint[];
  /** The sum of the prices of all lines, before discounts. */
  items: bigint;
  /** The sum of the prices of all lines, after discounts. */
  subtotal: bigint;
  /** The sum of all discounts. */
  discount: bigint;
  /** The shipping fees, after discounts. */
  shipping: bigint;
  tax: bigint;
  total: bigint;
}

const countUnits = ({ quantity }: LineToPrice): bigint => BigInt(quantity);
const computeGross = (line: LineToPrice): bigint => line.price * countUnits(line);

function computePercentage(amount: bigint, value: string): bigint {
  const { numerator, denominator } = parseFraction(value);
  return divideHalfUp(amount * numerator, 100n * denominator);
}

// Discounts are applied in sequence. Each is computed from the amount that remains after the previous ones, and cannot
// exceed that amount.
function applyDiscounts(
  discounts: readonly DiscountToApply[],
  { items, shipping }: { items: bigint; shipping: bigint },
) {
  let [remainingItems, remainingShipping] = [items, shipping];
  const amounts = discounts.map(({ type, amount, value }) => {
    const requestedAmount = type === "percentage" ? computePercentage(remainingItems, value ?? "0") : amount;
    const discount = minBigint(requestedAmount, type === "shipping" ? remainingShipping : remainingItems);
    if (type === "shipping") remainingShipping -= discount;
    else remainingItems -= discount;
    return discount;
  });
  return { amounts, fromItems: items - remainingItems, fromShipping: shipping - remainingShipping };
}

// Rates have at most 6 decimal places, so this denominator is a multiple of the denominator of each rate.
function sumRates(taxes: readonly TaxToApply[]): { numerator: bigint; denominator: bigint } {
  const denominator = 10n ** 12n;
  const numerator = sumBigints(
    taxes.map(({ rate }) => {
      const fraction = parseFraction(rate ?? "0");
      return (fraction.numerator * denominator) / fraction.denominator;
    }),
  );
  return { numerator, denominator };
}

// If taxes are included in prices, each rate applies to the price without any tax.
function computeTaxes({ taxes, taxes_included }: PriceInput, taxableAmount: bigint): bigint[] {
  const totalRate = sumRates(taxes);
  return taxes.map(({ price, rate }) => {
    if (price !== null) return price;
    const { numerator, denominator } = parseFraction(rate ?? "0");
    if (!taxes_included) return divideHalfUp(taxableAmount * numerator, denominator);
    return divideHalfUp(
      taxableAmount * numerator * totalRate.denominator,
      denominator * (totalRate.denominator + totalRate.numerator),
    );
  });
}

/**
 * Compute an order's amounts from its lines, discounts, taxes and shipping. Discounts and taxes are split over the lines
 * in proportion to the lines' amounts, or to their quantities if all lines are free. Each share is rounded half up, and
 * the largest line gets the rounding difference.
 */
export function priceOrder(input: PriceInput): OrderPrices {
  const { lines, discounts, shipping, taxes_included } = input;
  const lineDiscounts = lines.map((line) => minBigint(line.discount, computeGross(line)));
  const netAmounts = lines.map((line, index) => computeGross(line) - (lineDiscounts[index] ?? 0n));
  const appliedDiscounts = applyDiscounts(discounts, { items: sumBigints(netAmounts), shipping });
  const discountShares = allocate(appliedDiscounts.fromItems, netAmounts);
  const discountedAmounts = netAmounts.map((net, index) => net - (discountShares[index] ?? 0n));
  const taxableAmounts = discountedAmounts.map((net, index) => (lines[index]?.taxable ? net : 0n));
  const taxes = computeTaxes(input, sumBigints(taxableAmounts));
  const tax = sumBigints(taxes);
  // A tax that is sent with a price is due even if no line is taxable or all lines are free.
  const taxWeights =
    [taxableAmounts, discountedAmounts].find((weights) => sumBigints(weights) > 0n) ?? lines.map(countUnits);
  const lineTaxes = allocate(tax, taxWeights);
  const subtotal = sumBigints(discountedAmounts);
  const discountedShipping = shipping - appliedDiscounts.fromShipping;
  return {
    lines: lines.map((_, index) => ({
      total_discount: (lineDiscounts[index] ?? 0n) + (discountShares[index] ?? 0n),
      total_tax: lineTaxes[index] ?? 0n,
    })),
    discounts: appliedDiscounts.amounts,
    taxes,
    items: sumBigints(lines.map(computeGross)),
    subtotal,
    discount: sumBigints(lineDiscounts) + appliedDiscounts.fromItems + appliedDiscounts.fromShipping,
    shipping: discountedShipping,
    tax,
    total: subtotal + discountedShipping + (taxes_included ? 0n : tax),
  };
}

/**
 * Convert an amount from the store's currency to another currency.
 * @param amount in the smallest unit of the store's currency
 * @param rate units of the other currency for one unit of the store's currency, as decimal text
 * @param storeDecimals decimal places of the store's currency
 * @param decimals decimal places of the other currency
 * @param step the amount to whose multiples the result is rounded, in the smallest unit of the other currency
 */
export function convertAmount(
  amount: bigint,
  {
    rate,
    storeDecimals,
    decimals,
    step,
  }: { rate: string; storeDecimals: number; decimals: number; step: bigint },
): bigint {
  const { numerator, denominator } = parseFraction(rate);
  const dividend = amount * numerator * 10n ** BigInt(decimals);
  const divisor = denominator * 10n ** BigInt(storeDecimals) * step;
  return divideHalfUp(dividend, divisor) * step;
}

/** Format an order's prices as the decimal texts that its columns store. */
export function formatPrices(prices: OrderPrices, decimals: number) {
  const format = (amount: bigint) => formatMinorUnits(amount, decimals);
  return {
    total_line_items_price: format(prices.items),
    subtotal_price: format(prices.subtotal),
    total_discount: format(prices.discount),
    total_shipping: format(prices.shipping),
    total_tax: format(prices.tax),
    total_price: format(prices.total),
  };
}
