import type { BodyOf, FieldError, operations } from "@souk/contract";
import { fromUnits, toUnits } from "../amounts.ts";
import type { LineRow } from "../order-rows.ts";
import { converted, type PricedLine } from "./price-order.ts";
import { type AmountReading, readAmount } from "./read-amount.ts";
import type { OrderPlan, SoldVariant } from "./read-plan.ts";

type SentLine = BodyOf<typeof operations.createOrder>["line_items"][number];

/** What a line copies and what it costs, before discounts and taxes. */
export interface ReadLine {
  priced: PricedLine;
  copy: Omit<LineRow, "id" | "position" | "total_discount" | "total_tax" | "created_at" | "updated_at">;
  /** Whether only what is there may be sold. */
  is_guarded: boolean;
}

/** What lines are read against. */
export interface LineReading extends AmountReading {
  plan: OrderPlan;
  behaviour: "decrement_obeying_policy" | "decrement_ignoring_policy" | "bypass";
  /** Decimals of the store's currency. */
  ownDecimals: number;
  /** The order is in the store's currency. */
  isOwnCurrency: boolean;
}

function ownPrice({ price }: SoldVariant, reading: LineReading): bigint {
  const { plan, ownDecimals, decimals, isOwnCurrency } = reading;
  const units = toUnits(price, ownDecimals);
  // What is not converted is not rounded, as in `readConversion`.
  if (isOwnCurrency) return units;
  const { rate, rounding } = plan.currency ?? { rate: "1", rounding: null };
  const step = rounding === null ? 1n : toUnits(rounding, decimals);
  return converted(units, { rate, from: ownDecimals, to: decimals, step });
}

function readPrice(
  at: number,
  sent: SentLine,
  { variant, reading }: { variant: SoldVariant | undefined; reading: LineReading },
) {
  if (sent.price !== undefined) return readAmount(`line_items.${at}.price`, sent.price, reading);
  if (variant) return ownPrice(variant, reading);
  if (sent.variant_id === undefined)
    reading.faults.push({ path: `line_items.${at}.price`, message: "is needed: the line names no variant" });
  return 0n;
}

function nameFault(at: number, sent: SentLine, variant: SoldVariant | undefined): FieldError[] {
  if (sent.variant_id !== undefined)
    return variant ? [] : [{ path: `line_items.${at}.variant_id`, message: "is no variant of this store" }];
  if (sent.name?.trim()) return [];
  return [{ path: `line_items.${at}.name`, message: "is needed: the line names no variant" }];
}

const moneyText = (amount: string, decimals: number) => fromUnits(toUnits(amount, decimals), decimals);

function copyOf(sent: SentLine, variant: SoldVariant | undefined, ownDecimals: number | null) {
  return {
    product_id: variant?.product_id ?? null,
    variant_id: variant?.id ?? null,
    product_name: sent.name?.trim() || (variant?.product_name ?? ""),
    variant_name: variant?.variant_name ?? null,
    sku: sent.sku?.trim() ?? variant?.sku ?? "",
    barcode: variant?.barcode ?? "",
    image_path: variant?.image_path ?? null,
    taxable: sent.taxable ?? variant?.taxable ?? true,
    shipping_required: sent.shipping_required ?? variant?.shipping_required ?? true,
    grams: sent.grams ?? variant?.grams ?? 0,
    // In the store's currency: an order in another one has none.
    cost_price:
      ownDecimals === null || !variant?.cost_price ? null : moneyText(variant.cost_price, ownDecimals),
  };
}

/** The lines of a new order; what is wrong is added to the faults. */
export function readLines(sent: readonly SentLine[], reading: LineReading): ReadLine[] {
  const { plan, behaviour, decimals, faults } = reading;
  const variants = new Map(plan.variants.map((variant) => [variant.id, variant]));
  return sent.map((line, at) => {
    const variant = line.variant_id === undefined ? undefined : variants.get(line.variant_id);
    faults.push(...nameFault(at, line, variant));
    const price = readPrice(at, line, { variant, reading });
    const { quantity, total_discount } = line;
    const discount =
      total_discount === undefined
        ? 0n
        : readAmount(`line_items.${at}.total_discount`, total_discount, reading);
    if (discount > price * BigInt(quantity))
      faults.push({ path: `line_items.${at}.total_discount`, message: "is more than the line comes to" });
    const copy = copyOf(line, variant, reading.isOwnCurrency ? reading.ownDecimals : null);
    const is_stocked = variant?.is_managed === true && behaviour !== "bypass";
    return {
      priced: { quantity, price, discount, taxable: copy.taxable },
      copy: { ...copy, quantity, price: fromUnits(price, decimals), is_stocked },
      is_guarded: variant?.inventory_policy === "deny" && behaviour === "decrement_obeying_policy",
    };
  });
}
