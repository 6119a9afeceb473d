import { getCurrencyExponent, parseMoney, throwFieldError } from "@souk/contract";

const decimals = 12;
const least = 1e-9;
const max = 1e9;

/** Convert a sent number to decimal text without an exponent; null when it is not a number. */
function decimalText(value: string | number): string | null {
  const text = typeof value === "string" ? value.trim() : String(value);
  const plain = typeof value === "number" && /^[0-9.]+e-\d+$/.test(text) ? value.toFixed(decimals) : text;
  return /^\d{1,15}(\.\d{1,40})?$/.test(plain) ? plain : null;
}

/**
 * Read a sent rate.
 * @returns decimal text, of which the database stores 12 decimals
 * @throws ApiError invalid naming the rate
 */
export function readRate(value: string | number): string {
  const text = decimalText(value);
  const size = Number(text);
  if (text === null || size < least || size > max)
    throwFieldError(
      "rate",
      "out_of_range",
      { min: "0.000000001", max: "1000000000" },
      "{field} must be a number from 0.000000001 to 1000000000, such as 0.3057.",
    );
  return text;
}

/**
 * Read a sent rounding; null means the currency's smallest unit.
 * @returns decimal text with the currency's decimals
 * @throws ApiError invalid naming the rounding
 */
export function readRounding(value: string | number | null, code: string): string | null {
  if (value === null) return null;
  const exponent = getCurrencyExponent(code);
  const text = parseMoney(value, exponent);
  const size = Number(text);
  if (text === null || size <= 0 || size > 1_000_000)
    throwFieldError(
      "rounding",
      "out_of_range",
      { greater_than: 0, max: 1_000_000 },
      `{field} must be greater than 0 and at most 1000000, with at most ${exponent} decimals in ${code}.`,
    );
  const [whole = "", part = ""] = text.split(".");
  return exponent === 0 ? whole : `${whole}.${part.padEnd(exponent, "0")}`;
}

/**
 * Assert that `is_default`, if sent, is the current value, which only the store's settings change. @throws
 * ApiError invalid
 */
export function assertSameDefault(
  sent: boolean | undefined,
  now: { code: string; is_default: boolean },
): void {
  if (sent === undefined || sent === now.is_default) return;
  const how = sent
    ? `send currency_code "${now.code}" to PUT /store.json instead`
    : "give the store another currency_code with PUT /store.json instead";
  throwFieldError("is_default", "not_allowed", {}, `{field} cannot be changed here: ${how}.`);
}

/**
 * Assert that the code, if sent, is the current one: apps identify a currency by it. @throws ApiError invalid
 */
export function assertSameCode(sent: string | undefined, now: { code: string }): void {
  if (sent === undefined || sent.toUpperCase() === now.code) return;
  throwFieldError(
    "code",
    "not_allowed",
    { allowed: [now.code] },
    `{field} is "${now.code}" and cannot be changed. Add another currency instead.`,
  );
}
