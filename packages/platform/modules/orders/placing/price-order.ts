import { allocate, divideHalfUp, formatMinorUnits, minBigint, parseFraction, sumUnits } from "../amounts.ts";

/** A line before its discounts and taxes are known; amounts in the smallest unit of the order's currency. */
export interface PricedLine {
  quantity: number;
  price: bigint;
  /** The line's own discount, off the whole line. */
  discount: bigint;
  taxable: boolean;
}

export interface PricedDiscount {
  type: "fixed_amount" | "percentage" | "shipping";
  /** The maximum amount of the discount; not used for a percentage. */
  amount: bigint;
  /** The percentage as decimal text from 0 to 100; null for a fixed amount. */
  value: string | null;
}

export interface PricedTax {
  /** Decimal text from 0 to 1; null if only the price is known. */
  rate: string | null;
  price: bigint | null;
}

/** The input from which an order's amounts are computed. */
export interface PriceInput {
  lines: readonly PricedLine[];
  discounts: readonly PricedDiscount[];
  taxes: readonly PricedTax[];
  /** Prices and handling of all shipping fees. */
  shipping: bigint;
  taxes_included: boolean;
}

/** An order's amounts; those of lines, discounts and taxes in their order. */
export interface OrderPrices {
  lines: { total_discount: bigint; total_tax: bigint }[];
  discounts: bigint[];
  taxes: bigint[];
  items: bigint;
  subtotal: bigint;
  discount: bigint;
  shipping: bigint;
  tax: bigint;
  total: bigint;
}

const countUnits = ({ quantity }: PricedLine): bigint => BigInt(quantity);
const computeGross = (line: PricedLine): bigint => line.price * countUnits(line);

function computePercentage(amount: bigint, value: string): bigint {
  const { numerator, denominator } = parseFraction(value);
  return divideHalfUp(amount * numerator, 100n * denominator);
}

// Apply discounts one after another, each to what the previous ones left; none exceeds the remainder.
function applyDiscounts(
  discounts: readonly PricedDiscount[],
  { items, shipping }: { items: bigint; shipping: bigint },
) {
  let [left, leftOfShipping] = [items, shipping];
  const amounts = discounts.map(({ type, amount, value }) => {
    const requested = type === "percentage" ? computePercentage(left, value ?? "0") : amount;
    const taken = minBigint(requested, type === "shipping" ? leftOfShipping : left);
    if (type === "shipping") leftOfShipping -= taken;
    else left -= taken;
    return taken;
  });
  return { amounts, fromItems: items - left, fromShipping: shipping - leftOfShipping };
}

function sumRates(taxes: readonly PricedTax[]): { numerator: bigint; denominator: bigint } {
  const denominator = 10n ** 12n;
  const numerator = sumUnits(
    taxes.map(({ rate }) => {
      const fraction = parseFraction(rate ?? "0");
      return (fraction.numerator * denominator) / fraction.denominator;
    }),
  );
  return { numerator, denominator };
}

// For included taxes, each rate applies to the price without any of the taxes.
function computeTaxes({ taxes, taxes_included }: PriceInput, taxable: bigint): bigint[] {
  const totalRate = sumRates(taxes);
  return taxes.map(({ price, rate }) => {
    if (price !== null) return price;
    const { numerator, denominator } = parseFraction(rate ?? "0");
    if (!taxes_included) return divideHalfUp(taxable * numerator, denominator);
    return divideHalfUp(
      taxable * numerator * totalRate.denominator,
      denominator * (totalRate.denominator + totalRate.numerator),
    );
  });
}

/**
 * Compute an order's amounts from its lines, discounts, taxes and shipping. Discounts and taxes are split
 * over the lines by their amounts, each rounded half up, with the remainder on the largest; if all lines
 * are free, over the lines by their quantities.
 */
export function priceOrder(input: PriceInput): OrderPrices {
  const { lines, discounts, shipping, taxes_included } = input;
  const lineDiscounts = lines.map((line) => minBigint(line.discount, computeGross(line)));
  const nets = lines.map((line, index) => computeGross(line) - (lineDiscounts[index] ?? 0n));
  const applied = applyDiscounts(discounts, { items: sumUnits(nets), shipping });
  const discountShares = allocate(applied.fromItems, nets);
  const after = nets.map((net, index) => net - (discountShares[index] ?? 0n));
  const taxable = after.map((net, index) => (lines[index]?.taxable ? net : 0n));
  const taxes = computeTaxes(input, sumUnits(taxable));
  const tax = sumUnits(taxes);
  // A tax that is sent with a price is due even if no line is taxable or all lines are free.
  const taxWeights = [taxable, after].find((weights) => sumUnits(weights) > 0n) ?? lines.map(countUnits);
  const lineTaxes = allocate(tax, taxWeights);
  const subtotal = sumUnits(after);
  const shipped = shipping - applied.fromShipping;
  return {
    lines: lines.map((_, index) => ({
      total_discount: (lineDiscounts[index] ?? 0n) + (discountShares[index] ?? 0n),
      total_tax: lineTaxes[index] ?? 0n,
    })),
    discounts: applied.amounts,
    taxes,
    items: sumUnits(lines.map(computeGross)),
    subtotal,
    discount: sumUnits(lineDiscounts) + applied.fromItems + applied.fromShipping,
    shipping: shipped,
    tax,
    total: subtotal + shipped + (taxes_included ? 0n : tax),
  };
}

/**
 * Convert an amount from the store's currency to another one.
 * @param amount units of the store's currency
 * @param rate units of the other currency for one of the store's, decimal text
 * @param step the rounding of the result, in the smallest unit of the other currency
 */
export function convertAmount(
  amount: bigint,
  { rate, from, to, step }: { rate: string; from: number; to: number; step: bigint },
): bigint {
  const { numerator, denominator } = parseFraction(rate);
  return (
    divideHalfUp(amount * numerator * 10n ** BigInt(to), denominator * 10n ** BigInt(from) * step) * step
  );
}

/** Format prices as text in the order's currency, as its rows store them. */
export function formatPrices(prices: OrderPrices, decimals: number) {
  const text = (units: bigint) => formatMinorUnits(units, decimals);
  return {
    total_line_items_price: text(prices.items),
    subtotal_price: text(prices.subtotal),
    total_discount: text(prices.discount),
    total_shipping: text(prices.shipping),
    total_tax: text(prices.tax),
    total_price: text(prices.total),
  };
}
