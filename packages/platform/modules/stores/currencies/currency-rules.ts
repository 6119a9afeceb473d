import { currencyExponent, parseMoney, refuseField } from "@souk/contract";

const decimals = 12;
const least = 1e-9;
const most = 1e9;

/** Decimal text of a number as sent; null when it is none. A small number is written without an exponent. */
function decimalText(value: string | number): string | null {
  const text = typeof value === "string" ? value.trim() : String(value);
  const plain = typeof value === "number" && /^[0-9.]+e-\d+$/.test(text) ? value.toFixed(decimals) : text;
  return /^\d{1,15}(\.\d{1,40})?$/.test(plain) ? plain : null;
}

/**
 * Reads a rate as sent.
 * @returns decimal text, of which the database keeps 12 decimals
 * @throws Refusal invalid naming the rate
 */
export function readRate(value: string | number): string {
  const text = decimalText(value);
  const size = Number(text);
  if (text === null || size < least || size > most)
    refuseField(
      "rate",
      `is ${JSON.stringify(value)}; it takes a number from 0.000000001 to 1000000000, for example "0.3057"`,
    );
  return text;
}

/**
 * Reads a rounding as sent; null is the currency's smallest unit.
 * @returns decimal text with the currency's decimals
 * @throws Refusal invalid naming the rounding
 */
export function readRounding(value: string | number | null, code: string): string | null {
  if (value === null) return null;
  const exponent = currencyExponent(code);
  const text = parseMoney(value, exponent);
  const size = Number(text);
  if (text === null || size <= 0 || size > 1_000_000)
    refuseField(
      "rounding",
      `is ${JSON.stringify(value)}; it takes more than 0 and at most 1000000, with at most ${exponent} decimals in ${code}`,
    );
  const [whole = "", part = ""] = text.split(".");
  return exponent === 0 ? whole : `${whole}.${part.padEnd(exponent, "0")}`;
}

/** @throws Refusal invalid when `is_default` is sent and is not what it is: the store's settings say which one it is */
export function requireSameDefault(
  sent: boolean | undefined,
  now: { code: string; is_default: boolean },
): void {
  if (sent === undefined || sent === now.is_default) return;
  const how = sent
    ? `send currency_code "${now.code}" to PUT /store.json instead`
    : "give the store another currency_code with PUT /store.json instead";
  refuseField("is_default", `cannot be changed here; ${how}`);
}

/** @throws Refusal invalid when another code is sent: apps know a currency by it */
export function requireSameCode(sent: string | undefined, now: { code: string }): void {
  if (sent === undefined || sent.toUpperCase() === now.code) return;
  refuseField("code", `is "${now.code}" and never changes; add another currency instead`);
}
