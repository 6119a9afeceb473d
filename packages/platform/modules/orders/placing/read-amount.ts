import { type FieldError, fieldError, parseMoney } from "@souk/contract";
import { toMinorUnits } from "../amounts.ts";

/** The context in which an order's amounts are read. */
export interface AmountReading {
  currency_code: string;
  /** Decimals of the currency. */
  decimals: number;
  errors: FieldError[];
}

/** The maximum number of digits of an amount's whole units, so that sums fit into the stored columns. */
const maxDigits = 12;

/** Read an amount in the smallest unit of the order's currency; an invalid amount is added to the errors and read as 0. */
export function readAmount(
  path: string,
  sent: string | number,
  { currency_code, decimals, errors }: AmountReading,
): bigint {
  const text = parseMoney(sent, decimals);
  if (text !== null && (text.split(".")[0] ?? "").replace(/^0+/, "").length <= maxDigits)
    return toMinorUnits(text, decimals);
  errors.push(
    fieldError(
      path,
      "invalid_format",
      { format: "money" },
      `{field} must be an amount of ${currency_code} such as ${decimals === 0 ? "12" : `12.${"50".padEnd(decimals, "0").slice(0, decimals)}`}, with at most ${maxDigits} digits before the point and ${decimals} decimals.`,
    ),
  );
  return 0n;
}

/** Read a decimal number within a range as plain text; an invalid number is added to the errors and read as "0". */
export function readDecimal(
  path: string,
  sent: string | number,
  { max, decimals, errors }: { max: number; decimals: number; errors: FieldError[] },
): string {
  const text = parseMoney(sent, decimals);
  if (text !== null && Number(text) <= max) return text;
  errors.push(
    fieldError(
      path,
      "out_of_range",
      { min: 0, max },
      `{field} must be a number from 0 to ${max} with at most ${decimals} decimals.`,
    ),
  );
  return "0";
}
