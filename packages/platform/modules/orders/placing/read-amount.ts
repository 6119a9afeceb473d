import { type FieldError, fieldError, parseMoney } from "@souk/contract";
import { toMinorUnits } from "../amounts.ts";

/** The context in which an order's amounts are read. */
export interface AmountContext {
  currency_code: string;
  /** Decimal places of the currency. */
  decimals: number;
  errors: FieldError[];
}

/** The maximum number of digits before the decimal point of an amount, so that sums of amounts fit into the database columns. */
const maxDigits = 12;

/** Parse an amount, and return it in the currency's smallest unit. For an invalid amount, add an error and return 0. */
export function readAmount(
  path: string,
  value: string | number,
  { currency_code, decimals, errors }: AmountContext,
): bigint {
  const text = parseMoney(value, decimals);
  if (text !== null && (text.split(".")[0] ?? "").replace(/^0+/, "").length <= maxDigits)
    return toMinorUnits(text, decimals);
  const example = decimals === 0 ? "12" : `12.${"50".padEnd(decimals, "0").slice(0, decimals)}`;
  errors.push(
    fieldError(
      path,
      "invalid_format",
      { format: "money" },
      `{field} must be an amount in ${currency_code}, such as ${example}, with at most ${maxDigits} digits before the decimal point and ${decimals} decimal places.`,
    ),
  );
  return 0n;
}

/** Read a decimal number from 0 to a maximum as plain text. For an invalid number, add an error and return "0". */
export function readDecimal(
  path: string,
  value: string | number,
  { max, decimals, errors }: { max: number; decimals: number; errors: FieldError[] },
): string {
  const text = parseMoney(value, decimals);
  if (text !== null && Number(text) <= max) return text;
  errors.push(
    fieldError(
      path,
      "out_of_range",
      { min: 0, max },
      `{field} must be a number from 0 to ${max} with at most ${decimals} decimal places.`,
    ),
  );
  return "0";
}
