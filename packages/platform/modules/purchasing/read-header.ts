import { type FieldError, fieldError, getCurrencyExponent, maxTextBytes, parseInstant } from "@souk/contract";
import type { Store } from "../../infrastructure/routing/call.ts";
import { findByteLengthErrors } from "../../infrastructure/text-bytes.ts";
import { findCurrencyError } from "../stores/index.ts";
import type { DocumentKind } from "./document-kind.ts";
import type { Header } from "./stock-document.ts";

/** A header with the sent fields, and the errors in them. Names of locations are not yet looked up. */
export interface ReadHeader {
  header: Header;
  errors: FieldError[];
}

type Value = Header[string];

/**
 * Apply the sent fields to those of a document.
 * @param sent the body of the request, already checked against its schema
 */
export function readHeader(
  { fields }: DocumentKind,
  { before, sent, store }: { before: Header; sent: Readonly<Record<string, unknown>>; store: Store },
): ReadHeader {
  const errors: FieldError[] = findByteLengthErrors(sent, { note: maxTextBytes.note });
  const header: Record<string, Value> = { ...before };
  for (const name of fields.filter((field) => sent[field] !== undefined)) {
    const value = readField(name, sent[name] as Value, { store, errors });
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
  const moment = parseInstant(value, store.timezone);
  if (moment === null) errors.push(fieldError(name, "invalid_format", { format: "date_time" }));
  return moment ?? undefined;
}
