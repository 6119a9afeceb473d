import { parseMoney, throwFieldError } from "@souk/contract";

/**
 * Read an amount of money that may be negative, but not 0.
 * @returns plain decimal text
 * @throws ApiError `invalid` for this field
 */
export function readSignedAmount(field: string, sentAmount: string | number, exponent: number): string {
  const text = typeof sentAmount === "number" ? String(sentAmount) : sentAmount.trim();
  const isNegative = text.startsWith("-");
  const absoluteAmount = parseMoney(isNegative ? text.slice(1) : text, exponent);
  if (absoluteAmount === null)
    throwFieldError(
      field,
      "invalid_format",
      { format: "money" },
      `{field} must be an amount such as 12.50 or -12.50, with at most 15 digits before the point and ${exponent} decimal places.`,
    );
  if (Number(absoluteAmount) === 0) throwFieldError(field, "not_allowed", { forbidden: [0] });
  return isNegative ? `-${absoluteAmount}` : absoluteAmount;
}

/**
 * Read an amount of money that is 0 or more.
 * @returns plain decimal text
 * @throws ApiError `invalid` for this field
 */
export function readAmount(field: string, sentAmount: string | number, exponent: number): string {
  return (
    parseMoney(sentAmount, exponent) ??
    throwFieldError(
      field,
      "invalid_format",
      { format: "money" },
      `{field} must be an amount such as 12.50, at least 0, with at most 15 digits before the point and ${exponent} decimal places.`,
    )
  );
}
