import { allocate, fractionOf, fromUnits, halfUp, least, sumOf } from "../amounts.ts";

/** A line before its discounts and taxes are known; amounts in the smallest unit of the order's currency. */
export interface PricedLine {
  quantity: number;
  price: bigint;
  /** Its own, off the whole line. */
  discount: bigint;
  taxable: boolean;
}

export interface PricedDiscount {
  type: "fixed_amount" | "percentage" | "shipping";
  /** What it takes off at most; of a percentage what follows from `value`. */
  amount: bigint;
  /** Of a percentage: decimal text from 0 to 100. */
  value: string | null;
}

export interface PricedTax {
  /** Decimal text from 0 to 1; null where only the price is known. */
  rate: string | null;
  price: bigint | null;
}

/** What an order's amounts are made from. */
export interface ToPrice {
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

const units = ({ quantity }: PricedLine): bigint => BigInt(quantity);
const whole = (line: PricedLine): bigint => line.price * units(line);

function percentOf(amount: bigint, value: string): bigint {
  const { over, under } = fractionOf(value);
  return halfUp(amount * over, 100n * under);
}

// One after the other, each of what those before it left; none takes more than there is.
function takeOff(
  discounts: readonly PricedDiscount[],
  { items, shipping }: { items: bigint; shipping: bigint },
) {
  let [left, leftOfShipping] = [items, shipping];
  const amounts = discounts.map(({ type, amount, value }) => {
    const asked = type === "percentage" ? percentOf(left, value ?? "0") : amount;
    const taken = least(asked, type === "shipping" ? leftOfShipping : left);
    if (type === "shipping") leftOfShipping -= taken;
    else left -= taken;
    return taken;
  });
  return { amounts, fromItems: items - left, fromShipping: shipping - leftOfShipping };
}

function ratesTogether(taxes: readonly PricedTax[]): { over: bigint; under: bigint } {
  const under = 10n ** 12n;
  const over = sumOf(
    taxes.map(({ rate }) => {
      const fraction = fractionOf(rate ?? "0");
      return (fraction.over * under) / fraction.under;
    }),
  );
  return { over, under };
}

// Of prices that include the tax, the part of it that each rate is of what is left without any.
function taxPrices({ taxes, taxes_included }: ToPrice, taxable: bigint): bigint[] {
  const together = ratesTogether(taxes);
  return taxes.map(({ price, rate }) => {
    if (price !== null) return price;
    const { over, under } = fractionOf(rate ?? "0");
    if (!taxes_included) return halfUp(taxable * over, under);
    return halfUp(taxable * over * together.under, under * (together.under + together.over));
  });
}

/**
 * An order's amounts from its lines, discounts, taxes and shipping: discounts and taxes fall on lines by what these come to,
 * each line rounded half up, and what is left over on the largest. Where all lines come to nothing, by their units.
 */
export function priceOrder(order: ToPrice): OrderPrices {
  const { lines, discounts, shipping, taxes_included } = order;
  const own = lines.map((line) => least(line.discount, whole(line)));
  const nets = lines.map((line, at) => whole(line) - (own[at] ?? 0n));
  const off = takeOff(discounts, { items: sumOf(nets), shipping });
  const shares = allocate(off.fromItems, nets);
  const after = nets.map((net, at) => net - (shares[at] ?? 0n));
  const taxable = after.map((net, at) => (lines[at]?.taxable ? net : 0n));
  const taxes = taxPrices(order, sumOf(taxable));
  const tax = sumOf(taxes);
  // A price that is sent for a tax is owed, also where no line is taxable or none costs anything.
  const bearers = [taxable, after].find((weights) => sumOf(weights) > 0n) ?? lines.map(units);
  const taxOfLines = allocate(tax, bearers);
  const subtotal = sumOf(after);
  const shipped = shipping - off.fromShipping;
  return {
    lines: lines.map((_, at) => ({
      total_discount: (own[at] ?? 0n) + (shares[at] ?? 0n),
      total_tax: taxOfLines[at] ?? 0n,
    })),
    discounts: off.amounts,
    taxes,
    items: sumOf(lines.map(whole)),
    subtotal,
    discount: sumOf(own) + off.fromItems + off.fromShipping,
    shipping: shipped,
    tax,
    total: subtotal + shipped + (taxes_included ? 0n : tax),
  };
}

/**
 * An amount of the store's currency in another one.
 * @param amount units of the store's currency
 * @param rate units of the other currency for one of the store's, decimal text
 * @param step what the result is rounded to, in the smallest unit of the other currency
 */
export function converted(
  amount: bigint,
  { rate, from, to, step }: { rate: string; from: number; to: number; step: bigint },
): bigint {
  const { over, under } = fractionOf(rate);
  return halfUp(amount * over * 10n ** BigInt(to), under * 10n ** BigInt(from) * step) * step;
}

/** Units as text of the order's currency, for what is written of an order. */
export function pricesText(prices: OrderPrices, decimals: number) {
  const text = (units: bigint) => fromUnits(units, decimals);
  return {
    total_line_items_price: text(prices.items),
    subtotal_price: text(prices.subtotal),
    total_discount: text(prices.discount),
    total_shipping: text(prices.shipping),
    total_tax: text(prices.tax),
    total_price: text(prices.total),
  };
}
