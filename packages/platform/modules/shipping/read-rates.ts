import {
  type AnswerOf,
  currencyExponent,
  type FieldError,
  fromUnits,
  type operations,
  parseMoney,
  rateLimits,
  toUnits,
} from "@souk/contract";

export type ShippingRate = AnswerOf<typeof operations.listShippingRates>["shipping_rates"][number];

/** Whose answer it is, and in what currency its amounts are. */
export interface RateReading {
  app_handle: string;
  currency_code: string;
}

/** The rates of an answer and what was wrong with others, or what is wrong with all of it. */
export type ReadRates =
  | { ok: true; rates: ShippingRate[]; faults: FieldError[] }
  | { ok: false; faults: FieldError[] };

/** No control characters, and no spaces around it. */
const goodId = /^[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u;

type Fields = Readonly<Record<string, unknown>>;

/** Takes the fields of one rate; what one is not throws nothing and is told. */
interface FieldReader {
  text(name: string, most: number): string;
  /** @param missing what it is when it was not sent; undefined: it is needed */
  amount(name: string, missing?: string): string;
  fault(name: string, message: string): void;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textFault(value: unknown, most: number): string | null {
  if (typeof value !== "string") return "is no text";
  if (value.length > most) return `has more than ${most} characters`;
  // What PostgreSQL keeps in no text, and what is no UTF-8.
  return value.includes("\0") || !value.isWellFormed() ? "has characters that are none" : null;
}

function readerOf(fields: Fields, exponent: number, fault: FieldReader["fault"]): FieldReader {
  return {
    fault,
    text(name, most) {
      const value = fields[name] ?? "";
      const wrong = textFault(value, most);
      if (wrong !== null) fault(name, wrong);
      return wrong === null ? String(value).trim() : "";
    },
    amount(name, missing) {
      const value = fields[name] ?? missing;
      const isOne = typeof value === "string" || typeof value === "number";
      const amount = isOne ? parseMoney(value, exponent) : null;
      if (amount === null) fault(name, `is no amount with at most ${exponent} decimals`);
      return fromUnits(toUnits(amount ?? "0", exponent), exponent);
    },
  };
}

function readId({ id }: Fields, before: string, { fault }: FieldReader): string {
  const text = Number.isSafeInteger(id) ? String(id) : id;
  const most = rateLimits.text - before.length;
  if (typeof text === "string" && text.length <= most && text.isWellFormed() && goodId.test(text))
    return before + text;
  fault("id", `is no integer and no text of 1 to ${most} printable characters`);
  return "";
}

function readAddress(read: FieldReader): string {
  const address = read.text("courier_url", rateLimits.url);
  if (address !== "" && !/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
    read.fault("courier_url", "is no http or https address");
  return address;
}

function readRate(fields: Fields, read: FieldReader, app_handle: string): ShippingRate {
  const name = read.text("name", rateLimits.text);
  if (name === "") read.fault("name", "is missing");
  return {
    store_app_id: readId(fields, `${app_handle}-shipping-`, read),
    name,
    price: read.amount("shipping_charge"),
    handling_fee: read.amount("handling_fee", "0"),
    courier_name: read.text("courier_name", rateLimits.text),
    courier_url: readAddress(read),
    remark: read.text("remark", rateLimits.remark),
    app_handle,
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Reads an app's answer, `{"rate": [{id, name, …}]}` (gaps.md, "curls"). A rate with a fault is left out; an answer with nothing
 * but such rates is as good as none.
 *
 * @param bytes all of the body
 * @returns faults by their places, without anything that the app wrote
 */
export function readRates(bytes: Uint8Array, { app_handle, currency_code }: RateReading): ReadRates {
  const answer = parse(bytes);
  const sent = isFields(answer) ? answer["rate"] : undefined;
  const faults: FieldError[] = [];
  if (!Array.isArray(sent)) return { ok: false, faults: [{ path: "rate", message: "is no list in JSON" }] };
  const rates = new Map<string, ShippingRate>();
  const exponent = currencyExponent(currency_code);
  for (const [at, value] of sent.slice(0, rateLimits.rates).entries()) {
    const before = faults.length;
    const fault = (name: string, message: string) =>
      void faults.push({ path: `rate.${at}.${name}`, message });
    const fields = isFields(value) ? value : {};
    const rate = readRate(fields, readerOf(fields, exponent, fault), app_handle);
    if (rates.has(rate.store_app_id)) fault("id", "is that of an earlier rate");
    if (faults.length === before) rates.set(rate.store_app_id, rate);
  }
  if (sent.length > rateLimits.rates)
    faults.push({ path: "rate", message: `has more than ${rateLimits.rates} entries` });
  return sent.length > 0 && rates.size === 0
    ? { ok: false, faults }
    : { ok: true, rates: [...rates.values()], faults };
}
