import { parseMoney, throwFieldError } from "@souk/contract";

/**
 * Reads an amount of money with its sign.
 * @returns plain decimal text
 * @throws ApiError invalid naming the field
 */
export function readSignedAmount(field: string, sent: string | number, exponent: number): string {
  const text = typeof sent === "number" ? String(sent) : sent.trim();
  const negative = text.startsWith("-");
  const size = parseMoney(negative ? text.slice(1) : text, exponent);
  if (size === null)
    throwFieldError(
      field,
      "invalid_format",
      { format: "money" },
      `{field} must be an amount such as 12.50 or -12.50, with at most 15 digits before the point and ${exponent} decimals.`,
    );
  if (Number(size) === 0) throwFieldError(field, "not_allowed", { forbidden: [0] });
  return negative ? `-${size}` : size;
}

/**
 * Read an amount of money that is not negative; 0 is valid.
 * @returns plain decimal text
 * @throws ApiError invalid naming the field
 */
export function readAmount(field: string, sent: string | number, exponent: number): string {
  return (
    parseMoney(sent, exponent) ??
    throwFieldError(
      field,
      "invalid_format",
      { format: "money" },
      `{field} must be an amount such as 12.50, at least 0, with at most 15 digits before the point and ${exponent} decimals.`,
    )
  );
}
