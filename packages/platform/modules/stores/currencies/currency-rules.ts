import { getCurrencyExponent, parseMoney, throwFieldError } from "@souk/contract";

/** The number of decimal places of a stored rate. */
const rateDecimals = 12;
const minRate = 1e-9;
const maxRate = 1e9;

/** Convert a sent number to decimal text without a sign or exponent, or return null if it is negative or not a number. */
function toDecimalText(value: string | number): string | null {
  const text = typeof value === "string" ? value.trim() : String(value);
  const decimalText =
    typeof value === "number" && /^[0-9.]+e-\d+$/.test(text) ? value.toFixed(rateDecimals) : text;
  return /^\d{1,15}(\.\d{1,40})?$/.test(decimalText) ? decimalText : null;
}

/**
 * Read a sent rate.
 * @returns decimal text, which the database rounds to 12 decimals
 * @throws ApiError `invalid` for `rate`
 */
export function readRate(value: string | number): string {
  const text = toDecimalText(value);
  const rate = Number(text);
  if (text === null || rate < minRate || rate > maxRate)
    throwFieldError(
      "rate",
      "out_of_range",
      { min: "0.000000001", max: "1000000000" },
      "{field} must be a number from 0.000000001 to 1000000000, such as 0.3057.",
    );
  return text;
}

/**
 * Read a sent rounding. Null means the currency's smallest unit.
 * @returns decimal text with the currency's decimals
 * @throws ApiError `invalid` for `rounding`
 */
export function readRounding(value: string | number | null, code: string): string | null {
  if (value === null) return null;
  const exponent = getCurrencyExponent(code);
  const text = parseMoney(value, exponent);
  const rounding = Number(text);
  if (text === null || rounding <= 0 || rounding > 1_000_000)
    throwFieldError(
      "rounding",
      "out_of_range",
      { greater_than: 0, max: 1_000_000 },
      `{field} must be greater than 0 and at most 1000000, with at most ${exponent} decimal places for ${code}.`,
    );
  const [integer = "", fraction = ""] = text.split(".");
  return exponent === 0 ? integer : `${integer}.${fraction.padEnd(exponent, "0")}`;
}

/**
 * Assert that `is_default`, if sent, is unchanged. It changes only with the store's `currency_code`.
 * @throws ApiError `invalid` for `is_default`
 */
export function assertDefaultUnchanged(
  sentDefault: boolean | undefined,
  current: { code: string; is_default: boolean },
): void {
  if (sentDefault === undefined || sentDefault === current.is_default) return;
  const remedy = sentDefault
    ? `Set the store's currency_code to "${current.code}" with PUT /store.json instead.`
    : "Set another currency_code for the store with PUT /store.json instead.";
  throwFieldError("is_default", "not_allowed", {}, `{field} cannot be changed here. ${remedy}`);
}

/**
 * Assert that the code, if sent, is unchanged, because apps identify a currency by its code.
 * @throws ApiError `invalid` for `code`
 */
export function assertSameCode(sentCode: string | undefined, current: { code: string }): void {
  if (sentCode === undefined || sentCode.toUpperCase() === current.code) return;
  throwFieldError(
    "code",
    "not_allowed",
    { allowed: [current.code] },
    `{field} is "${current.code}" and cannot be changed. Add another currency instead.`,
  );
}
