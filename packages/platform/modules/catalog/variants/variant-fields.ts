import { type FieldError, fieldError, parseMoney } from "@souk/contract";
import { type VariantFields, type VariantInput, variantColumnUses } from "./variant-columns.ts";
import { fourDecimals, readWeight } from "./weight.ts";

/** A variant with only default values. */
export const emptyVariant: VariantFields = variantColumnUses.createInitial();

const amounts = variantColumnUses.namesWithInput("money");
const measures = variantColumnUses.namesWithInput("measure");

/** Return whether a sent field of a variant depends on the store's currency. */
export function namesAmounts(input: VariantInput): boolean {
  return amounts.some((name) => input[name] !== undefined);
}

/**
 * The context of reading a variant: decimals of the currency, the path of its fields (with a trailing point), and the
 * errors found.
 */
export interface VariantReading {
  exponent: number;
  path: string;
  errors: FieldError[];
}

/** Apply the sent fields to a variant's fields; more decimals than the currency has are rejected, never rounded. */
export function readVariantFields(
  input: VariantInput,
  current: VariantFields,
  reading: VariantReading,
): VariantFields {
  const { exponent, path, errors } = reading;
  const fields: VariantFields = {
    ...current,
    ...readWeight(input, current, reading),
    ...variantColumnUses.copySent(input),
  };
  for (const name of measures) if (input[name] !== undefined) fields[name] = fourDecimals(input[name]);
  for (const name of amounts) {
    const value = input[name];
    if (value === undefined) continue;
    const amount = value === null ? null : parseMoney(value, exponent);
    if (value !== null && amount === null) {
      const sentence = `{field} must be an amount of at least 0 with at most ${exponent} decimals.`;
      errors.push(fieldError(`${path}${name}`, "invalid_format", { format: "money" }, sentence));
    } else Object.assign(fields, { [name]: amount });
  }
  return fields;
}
