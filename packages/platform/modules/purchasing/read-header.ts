import { type FieldError, fieldError, getCurrencyExponent, maxTextBytes, parseInstant } from "@souk/contract";
import type { Store } from "../../infrastructure/routing/call.ts";
import { findByteLengthErrors } from "../../infrastructure/text-bytes.ts";
import { findCurrencyError } from "../stores/index.ts";
import type { DocumentKind } from "./document-kind.ts";
import type { Header } from "./stock-document.ts";

/** A header with the fields of a request, and the errors in these fields. The names of locations are not looked up yet. */
export interface HeaderResult {
  header: Header;
  errors: FieldError[];
}

type Value = Header[string];

/**
 * Apply the fields of a request to the header of a document.
 * @param input the current header, and the body of the request, which was already validated against its schema
 */
export function readHeader(
  { fields }: DocumentKind,
  { current, body, store }: { current: Header; body: Readonly<Record<string, unknown>>; store: Store },
): HeaderResult {
  const errors: FieldError[] = findByteLengthErrors(body, { note: maxTextBytes.note });
  const header: Record<string, Value> = { ...current };
  for (const name of fields.filter((field) => body[field] !== undefined)) {
    const value = readField(name, body[name] as Value, { store, errors });
    if (value !== undefined) header[name] = value;
  }
  const { currency_code } = header;
  if (typeof currency_code === "string") header["currency_decimals"] = getCurrencyExponent(currency_code);
  return { header, errors };
}

function readField(
  name: string,
  value: Value,
  { store, errors }: { store: Store; errors: FieldError[] },
): Value | undefined {
  if (typeof value !== "string") return value;
  if (name === "note") return value;
  if (name === "currency_code") {
    const error = findCurrencyError(value);
    if (error) errors.push(error);
    return error ? undefined : value;
  }
  if (name !== "expected_at") return value.trim();
  const time = parseInstant(value, store.timezone);
  if (time === null) errors.push(fieldError(name, "invalid_format", { format: "date_time" }));
  return time ?? undefined;
}
