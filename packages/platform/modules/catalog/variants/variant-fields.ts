import { type BodyOf, type FieldError, type operations, parseMoney } from "@souk/contract";
import { fourDecimals, readWeight, type Weight } from "./weight.ts";

/** What a variant's row holds beside its options and its stock. Amounts are plain decimal text. */
export interface VariantFields extends Weight {
  sku: string;
  barcode: string;
  price: string;
  compare_at_price: string | null;
  cost_price: string | null;
  inventory_policy: "deny" | "continue";
  taxable: boolean;
  shipping_required: boolean;
  width: number;
  height: number;
  length: number;
  position: number;
  is_enabled: boolean;
  /** 0 is none. */
  image_id: number;
}

/** What is sent of a variant. */
export type VariantInput = BodyOf<typeof operations.updateVariant>;

/** A variant of which nothing is said. */
export const emptyVariant: VariantFields = {
  sku: "",
  barcode: "",
  price: "0",
  compare_at_price: null,
  cost_price: null,
  inventory_policy: "deny",
  taxable: true,
  shipping_required: true,
  weight: 0,
  weight_unit: "g",
  grams: 0,
  width: 0,
  height: 0,
  length: 0,
  position: 1,
  is_enabled: true,
  image_id: 0,
};

const plain = [
  "sku",
  "barcode",
  "inventory_policy",
  "taxable",
  "shipping_required",
  "position",
  "is_enabled",
  "image_id",
] as const;

const amounts = ["price", "compare_at_price", "cost_price"] as const;
const measures = ["width", "height", "length"] as const;

/** Whether something sent of a variant depends on the store's currency. */
export function namesAmounts(input: VariantInput): boolean {
  return amounts.some((name) => input[name] !== undefined);
}

/** How a variant is read: decimals of the currency, where its fields stand (with a point behind), and what is wrong. */
export interface VariantReading {
  exponent: number;
  path: string;
  faults: FieldError[];
}

/** The fields of a variant after what is sent; more decimals than the currency has are refused, never rounded. */
export function readVariantFields(
  input: VariantInput,
  current: VariantFields,
  reading: VariantReading,
): VariantFields {
  const { exponent, path, faults } = reading;
  const fields = { ...current, ...readWeight(input, current, reading) };
  const sent = Object.fromEntries(
    plain.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
  Object.assign(fields, sent);
  for (const name of measures) if (input[name] !== undefined) fields[name] = fourDecimals(input[name]);
  for (const name of amounts) {
    const value = input[name];
    if (value === undefined) continue;
    const amount = value === null ? null : parseMoney(value, exponent);
    if (value !== null && amount === null) {
      const message = `must be an amount of at least 0 with at most ${exponent} decimals`;
      faults.push({ path: `${path}${name}`, message });
    } else if (name === "price") fields.price = amount ?? "0";
    else fields[name] = amount;
  }
  return fields;
}
