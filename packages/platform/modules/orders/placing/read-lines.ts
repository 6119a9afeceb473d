import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import { formatMinorUnits, toMinorUnits } from "../amounts.ts";
import type { LineRow } from "../order-rows.ts";
import type { SoldVariant, StoreData } from "./load-store-data.ts";
import { convertAmount, type LineToPrice } from "./price-order.ts";
import { type AmountContext, readAmount } from "./read-amount.ts";

type SentLine = OperationBody<typeof operations.createOrder>["line_items"][number];

/** A line of a new order, before its discounts and taxes are computed. */
export interface NewLine {
  lineToPrice: LineToPrice;
  /** The columns that are copied from the variant or read from the input. */
  columns: Omit<LineRow, "id" | "position" | "total_discount" | "total_tax" | "created_at" | "updated_at">;
  /** Whether the line can be sold only if enough units are available. */
  cannot_oversell: boolean;
}

/** The context in which an order's lines are read. */
export interface LineContext extends AmountContext {
  storeData: StoreData;
  inventoryBehavior: "decrement_obeying_policy" | "decrement_ignoring_policy" | "bypass";
  /** Decimal places of the store's currency. */
  storeDecimals: number;
  /** Whether the order is in the store's currency. */
  isStoreCurrency: boolean;
}

function getVariantPrice({ price }: SoldVariant, context: LineContext): bigint {
  const { storeData, storeDecimals, decimals, isStoreCurrency } = context;
  const amount = toMinorUnits(price, storeDecimals);
  // A price in the store's currency is not rounded. Shipping rates follow the same rule (`readConversion`).
  if (isStoreCurrency) return amount;
  const { rate, rounding } = storeData.currency ?? { rate: "1", rounding: null };
  const step = rounding === null ? 1n : toMinorUnits(rounding, decimals);
  return convertAmount(amount, { rate, storeDecimals, decimals, step });
}

function readPrice(
  index: number,
  line: SentLine,
  { variant, context }: { variant: SoldVariant | undefined; context: LineContext },
) {
  if (line.price !== undefined) return readAmount(`line_items.${index}.price`, line.price, context);
  if (variant) return getVariantPrice(variant, context);
  if (line.variant_id === undefined)
    context.errors.push(
      fieldError(
        `line_items.${index}.price`,
        "required",
        {},
        "{field} is required for a line without a variant.",
      ),
    );
  return 0n;
}

/** Return errors if a line has an unknown variant, or neither a variant nor a name. */
function findReferenceErrors(index: number, line: SentLine, variant: SoldVariant | undefined): FieldError[] {
  if (line.variant_id !== undefined)
    return variant
      ? []
      : [fieldError(`line_items.${index}.variant_id`, "not_found", { resource: "variant" })];
  if (line.name?.trim()) return [];
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

/** Build the columns of a line from its variant and the input. `storeDecimals` is null for an order in another currency. */
function copyVariant(line: SentLine, variant: SoldVariant | undefined, storeDecimals: number | null) {
  return {
    product_id: variant?.product_id ?? null,
    variant_id: variant?.id ?? null,
    product_name: line.name?.trim() || (variant?.product_name ?? ""),
    variant_name: variant?.variant_name ?? null,
    sku: line.sku?.trim() ?? variant?.sku ?? "",
    barcode: variant?.barcode ?? "",
    image_path: variant?.image_path ?? null,
    taxable: line.taxable ?? variant?.taxable ?? true,
    shipping_required: line.shipping_required ?? variant?.shipping_required ?? true,
    grams: line.grams ?? variant?.grams ?? 0,
    // The cost price is in the store's currency, so an order in another currency has no cost price.
    cost_price:
      storeDecimals === null || !variant?.cost_price
        ? null
        : formatStoredAmount(variant.cost_price, storeDecimals),
  };
}

/** Read the lines of a new order. Add an error for each invalid field. */
export function readLines(lines: readonly SentLine[], context: LineContext): NewLine[] {
  const { storeData, inventoryBehavior, decimals, errors } = context;
  const variants = new Map(storeData.variants.map((variant) => [variant.id, variant]));
  return lines.map((line, index) => {
    const variant = line.variant_id === undefined ? undefined : variants.get(line.variant_id);
    errors.push(...findReferenceErrors(index, line, variant));
    const price = readPrice(index, line, { variant, context });
    const { quantity, total_discount } = line;
    const discount =
      total_discount === undefined
        ? 0n
        : readAmount(`line_items.${index}.total_discount`, total_discount, context);
    if (discount > price * BigInt(quantity))
      errors.push(
        fieldError(
          `line_items.${index}.total_discount`,
          "out_of_range",
          {},
          "{field} is more than the total of its line.",
        ),
      );
    const variantColumns = copyVariant(line, variant, context.isStoreCurrency ? context.storeDecimals : null);
    // Whether the line takes its units from stock.
    const is_stocked = variant?.is_managed === true && inventoryBehavior !== "bypass";
    return {
      lineToPrice: { quantity, price, discount, taxable: variantColumns.taxable },
      columns: { ...variantColumns, quantity, price: formatMinorUnits(price, decimals), is_stocked },
      cannot_oversell:
        variant?.inventory_policy === "deny" && inventoryBehavior === "decrement_obeying_policy",
    };
  });
}
