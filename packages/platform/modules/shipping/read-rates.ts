import {
  buildRatePrefix,
  type FieldError,
  type FieldProblem,
  fieldError,
  fieldProblem,
  formatMinorUnits,
  getCurrencyExponent,
  isRateId,
  type OperationResponse,
  type operations,
  parseMoney,
  shippingRateLimits,
  toMinorUnits,
} from "@souk/contract";

export type ShippingRate = OperationResponse<typeof operations.listShippingRates>["shipping_rates"][number];

/** The app that sent a response, and the currency of the amounts in it. */
export interface RateContext {
  app_handle: string;
  currency_code: string;
}

/** The valid rates of a response and the errors of invalid rates, or the errors of a malformed response. */
export type RatesResult =
  | { ok: true; rates: ShippingRate[]; errors: FieldError[] }
  | { ok: false; errors: FieldError[] };

type Fields = Readonly<Record<string, unknown>>;

/** Reads the fields of a rate. For an invalid field, it adds an error and does not throw. */
interface FieldReader {
  readText(name: string, max: number): string;
  /** Read an amount. @param defaultValue the value if the field was not sent; without it, the field is required */
  readAmount(name: string, defaultValue?: string): string;
  addError(name: string, problem: FieldProblem): void;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function findTextProblem(value: unknown, max: number): FieldProblem | null {
  if (typeof value !== "string") return fieldProblem("invalid_type", { types: ["string"] });
  if (value.length > max) return fieldProblem("too_long", { max, unit: "characters" });
  // PostgreSQL texts cannot contain NUL, and lone surrogates are not valid UTF-8.
  return value.includes("\0") || !value.isWellFormed()
    ? fieldProblem("invalid_format", { format: "text" })
    : null;
}

function createFieldReader(fields: Fields, exponent: number, addError: FieldReader["addError"]): FieldReader {
  return {
    addError,
    readText(name, max) {
      const value = fields[name] ?? "";
      const problem = findTextProblem(value, max);
      if (problem !== null) addError(name, problem);
      return problem === null ? String(value).trim() : "";
    },
    readAmount(name, defaultValue) {
      const value = fields[name] ?? defaultValue;
      const isTextOrNumber = typeof value === "string" || typeof value === "number";
      const amount = isTextOrNumber ? parseMoney(value, exponent) : null;
      if (amount === null)
        addError(
          name,
          fieldProblem(
            "invalid_format",
            { format: "money" },
            `{field} must be an amount with at most ${exponent} decimal places.`,
          ),
        );
      return formatMinorUnits(toMinorUnits(amount ?? "0", exponent), exponent);
    },
  };
}

function readId({ id }: Fields, prefix: string, { addError }: FieldReader): string {
  const text = Number.isSafeInteger(id) ? String(id) : id;
  const max = shippingRateLimits.text - prefix.length;
  if (typeof text === "string" && text.length <= max && isRateId(text)) return prefix + text;
  addError(
    "id",
    fieldProblem(
      "invalid_format",
      { format: "text" },
      `{field} must be an integer or a text of 1 to ${max} printable characters.`,
    ),
  );
  return "";
}

function readCourierUrl(reader: FieldReader): string {
  const url = reader.readText("courier_url", shippingRateLimits.url);
  if (url !== "" && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    reader.addError("courier_url", fieldProblem("invalid_format", { format: "url" }));
  return url;
}

function readRate(fields: Fields, reader: FieldReader, app_handle: string): ShippingRate {
  const name = reader.readText("name", shippingRateLimits.text);
  if (name === "") reader.addError("name", fieldProblem("required"));
  return {
    store_app_id: readId(fields, buildRatePrefix(app_handle), reader),
    name,
    price: reader.readAmount("shipping_charge"),
    handling_fee: reader.readAmount("handling_fee", "0"),
    courier_name: reader.readText("courier_name", shippingRateLimits.text),
    courier_url: readCourierUrl(reader),
    remark: reader.readText("remark", shippingRateLimits.remark),
    app_handle,
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Parse an app's response, `{"rate": [{id, name, …}]}` (docs/spec/decided.md#callbacks). Invalid rates are omitted. If all
 * rates are invalid, the response is malformed.
 *
 * @param bytes the complete body
 * @returns the rates, and errors with the index of the rate and without any text from the app
 */
export function readRates(bytes: Uint8Array, { app_handle, currency_code }: RateContext): RatesResult {
  const response = parseJson(bytes);
  const sentRates = isRecord(response) ? response["rate"] : undefined;
  const errors: FieldError[] = [];
  if (!Array.isArray(sentRates))
    return { ok: false, errors: [fieldError("rate", "invalid_type", { types: ["array"] })] };
  const rates = new Map<string, ShippingRate>();
  const exponent = getCurrencyExponent(currency_code);
  for (const [index, value] of sentRates.slice(0, shippingRateLimits.rates).entries()) {
    const errorCount = errors.length;
    const addError = (name: string, problem: FieldProblem) =>
      void errors.push({ path: `rate.${index}.${name}`, ...problem });
    const fields = isRecord(value) ? value : {};
    const rate = readRate(fields, createFieldReader(fields, exponent, addError), app_handle);
    if (rates.has(rate.store_app_id)) addError("id", fieldProblem("not_unique"));
    if (errors.length === errorCount) rates.set(rate.store_app_id, rate);
  }
  if (sentRates.length > shippingRateLimits.rates)
    errors.push(fieldError("rate", "too_many", { max: shippingRateLimits.rates }));
  return sentRates.length > 0 && rates.size === 0
    ? { ok: false, errors }
    : { ok: true, rates: [...rates.values()], errors };
}
