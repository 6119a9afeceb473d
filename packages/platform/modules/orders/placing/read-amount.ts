import { type FieldError, parseMoney } from "@souk/contract";
import { toUnits } from "../amounts.ts";

/** Where amounts of an order are read. */
export interface AmountReading {
  currency_code: string;
  /** The currency's. */
  decimals: number;
  faults: FieldError[];
}

/** The most that an amount may be, in units of its currency: sums of many stay within what is kept. */
const mostDigits = 12;

/** An amount as sent in the smallest unit of the order's currency; what is wrong is added to the faults, and is 0. */
export function readAmount(
  path: string,
  sent: string | number,
  { currency_code, decimals, faults }: AmountReading,
): bigint {
  const text = parseMoney(sent, decimals);
  if (text !== null && (text.split(".")[0] ?? "").replace(/^0+/, "").length <= mostDigits)
    return toUnits(text, decimals);
  faults.push({
    path,
    message: `takes an amount of ${currency_code} such as "${decimals === 0 ? "12" : `12.${"50".padEnd(decimals, "0").slice(0, decimals)}`}", with at most ${mostDigits} digits before the point and ${decimals} decimals`,
  });
  return 0n;
}

/** A decimal number within a range as plain text; what is wrong is added to the faults, and is "0". */
export function readDecimal(
  path: string,
  sent: string | number,
  { most, decimals, faults }: { most: number; decimals: number; faults: FieldError[] },
): string {
  const text = parseMoney(sent, decimals);
  if (text !== null && Number(text) <= most) return text;
  faults.push({ path, message: `takes a number from 0 to ${most} with at most ${decimals} decimals` });
  return "0";
}
