import { type FieldError, fieldError, parseMoney } from "@souk/contract";
import { type VariantFields, type VariantInput, variantColumnFunctions } from "./variant-columns.ts";
import { readWeight, roundMeasure } from "./weight.ts";

/** A variant with only default values. */
export const emptyVariant: VariantFields = variantColumnFunctions.createInitialValues();

const moneyColumns = variantColumnFunctions.listColumnsWithInput("money");
const measureColumns = variantColumnFunctions.listColumnsWithInput("measure");

/** Return whether a request contains an amount of money, which depends on the store's currency. */
export function hasAmounts(input: VariantInput): boolean {
  return moneyColumns.some((name) => input[name] !== undefined);
}

/**
 * The context of reading a variant: the currency's number of decimal places, the prefix of the fields' paths in errors, and the
 * list that errors are added to.
 */
export interface VariantContext {
  exponent: number;
  path: string;
  errors: FieldError[];
}

/**
 * Return a copy of a variant's current fields with the sent fields applied, and add an error to the context for each invalid
 * field. An amount with more decimal places than the currency has is rejected, not rounded.
 */
export function readVariantFields(
  input: VariantInput,
  current: VariantFields,
  context: VariantContext,
): VariantFields {
  const { exponent, path, errors } = context;
  const fields: VariantFields = {
    ...current,
    ...readWeight(input, current, context),
    ...variantColumnFunctions.copyProvided(input),
  };
  for (const name of measureColumns) if (input[name] !== undefined) fields[name] = roundMeasure(input[name]);
  for (const name of moneyColumns) {
    const value = input[name];
    if (value === undefined) continue;
    const amount = value === null ? null : parseMoney(value, exponent);
    if (value !== null && amount === null) {
      const message = `{field} must be an amount of at least 0 with at most ${exponent} decimal places.`;
      errors.push(fieldError(`${path}${name}`, "invalid_format", { format: "money" }, message));
    } else Object.assign(fields, { [name]: amount });
  }
  return fields;
}
