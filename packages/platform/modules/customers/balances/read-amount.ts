import { parseMoney, refuseField } from "@souk/contract";

/**
 * Reads an amount of money with its sign.
 * @returns plain decimal text
 * @throws Refusal invalid naming the field
 */
export function readSignedAmount(field: string, sent: string | number, exponent: number): string {
  const text = typeof sent === "number" ? String(sent) : sent.trim();
  const negative = text.startsWith("-");
  const size = parseMoney(negative ? text.slice(1) : text, exponent);
  if (size === null)
    refuseField(
      field,
      `is ${JSON.stringify(sent)}; it takes an amount such as "12.50" or "-12.50", with at most 15 digits before the point and ${exponent} decimals`,
    );
  if (Number(size) === 0) refuseField(field, "must not be 0: nothing would be added or deducted");
  return negative ? `-${size}` : size;
}

/** The same of an amount that is not negative, 0 included. */
export function readAmount(field: string, sent: string | number, exponent: number): string {
  return (
    parseMoney(sent, exponent) ??
    refuseField(
      field,
      `is ${JSON.stringify(sent)}; it takes an amount such as "12.50", not below 0, with at most 15 digits before the point and ${exponent} decimals`,
    )
  );
}
