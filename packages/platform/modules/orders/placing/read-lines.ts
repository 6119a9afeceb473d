import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import { formatMinorUnits, toMinorUnits } from "../amounts.ts";
import type { LineRow } from "../order-rows.ts";
import { convertAmount, type PricedLine } from "./price-order.ts";
import { type AmountReading, readAmount } from "./read-amount.ts";
import type { OrderPlan, SoldVariant } from "./read-plan.ts";

type SentLine = OperationBody<typeof operations.createOrder>["line_items"][number];

/** A line as it was read: what it copies from its variant, and its price before discounts and taxes. */
export interface ReadLine {
  priced: PricedLine;
  copy: Omit<LineRow, "id" | "position" | "total_discount" | "total_tax" | "created_at" | "updated_at">;
  /** Whether only available units may be sold. */
  is_guarded: boolean;
}

/** The context in which an order's lines are read. */
export interface LineReading extends AmountReading {
  plan: OrderPlan;
  behaviour: "decrement_obeying_policy" | "decrement_ignoring_policy" | "bypass";
  /** Decimals of the store's currency. */
  storeDecimals: number;
  /** Whether the order is in the store's currency. */
  isStoreCurrency: boolean;
}

function getVariantPrice({ price }: SoldVariant, reading: LineReading): bigint {
  const { plan, storeDecimals, decimals, isStoreCurrency } = reading;
  const units = toMinorUnits(price, storeDecimals);
  // A price that is not converted is not rounded either; `readConversion` does the same.
  if (isStoreCurrency) return units;
  const { rate, rounding } = plan.currency ?? { rate: "1", rounding: null };
  const step = rounding === null ? 1n : toMinorUnits(rounding, decimals);
  return convertAmount(units, { rate, from: storeDecimals, to: decimals, step });
}

function readPrice(
  index: number,
  sent: SentLine,
  { variant, reading }: { variant: SoldVariant | undefined; reading: LineReading },
) {
  if (sent.price !== undefined) return readAmount(`line_items.${index}.price`, sent.price, reading);
  if (variant) return getVariantPrice(variant, reading);
  if (sent.variant_id === undefined)
    reading.errors.push(
      fieldError(
        `line_items.${index}.price`,
        "required",
        {},
        "{field} is required for a line without a variant.",
      ),
    );
  return 0n;
}

function findNameErrors(index: number, sent: SentLine, variant: SoldVariant | undefined): FieldError[] {
  if (sent.variant_id !== undefined)
    return variant
      ? []
      : [fieldError(`line_items.${index}.variant_id`, "not_found", { resource: "variant" })];
  if (sent.name?.trim()) return [];
  return [
    fieldError(
      `line_items.${index}.name`,
      "required",
      {},
      "{field} is required for a line without a variant.",
    ),
  ];
}

const formatStoredAmount = (amount: string, decimals: number) =>
  formatMinorUnits(toMinorUnits(amount, decimals), decimals);

function copyVariant(sent: SentLine, variant: SoldVariant | undefined, storeDecimals: number | null) {
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
    // The cost price is in the store's currency; an order in another currency has none.
    cost_price:
      storeDecimals === null || !variant?.cost_price
        ? null
        : formatStoredAmount(variant.cost_price, storeDecimals),
  };
}

/** Read the lines of a new order; add invalid fields to the errors. */
export function readLines(sent: readonly SentLine[], reading: LineReading): ReadLine[] {
  const { plan, behaviour, decimals, errors } = reading;
  const variants = new Map(plan.variants.map((variant) => [variant.id, variant]));
  return sent.map((line, index) => {
    const variant = line.variant_id === undefined ? undefined : variants.get(line.variant_id);
    errors.push(...findNameErrors(index, line, variant));
    const price = readPrice(index, line, { variant, reading });
    const { quantity, total_discount } = line;
    const discount =
      total_discount === undefined
        ? 0n
        : readAmount(`line_items.${index}.total_discount`, total_discount, reading);
    if (discount > price * BigInt(quantity))
      errors.push(
        fieldError(
          `line_items.${index}.total_discount`,
          "out_of_range",
          {},
          "{field} is more than the total of the line.",
        ),
      );
    const copy = copyVariant(line, variant, reading.isStoreCurrency ? reading.storeDecimals : null);
    const is_stocked = variant?.is_managed === true && behaviour !== "bypass";
    return {
      priced: { quantity, price, discount, taxable: copy.taxable },
      copy: { ...copy, quantity, price: formatMinorUnits(price, decimals), is_stocked },
      is_guarded: variant?.inventory_policy === "deny" && behaviour === "decrement_obeying_policy",
    };
  });
}
