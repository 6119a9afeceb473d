import { currencyExponent, type FieldError, readInstant, textLimits } from "@souk/contract";
import type { Store } from "../../routing/call.ts";
import { byteFaults } from "../../text-bytes.ts";
import { currencyFault } from "../stores/index.ts";
import type { DocumentKind } from "./document-kind.ts";
import type { Header } from "./stock-document.ts";

/** A header with what was sent in it, and what is wrong with that. Names of locations are not yet looked up. */
export interface ReadHeader {
  header: Header;
  faults: FieldError[];
}

type Value = Header[string];

const noDate = "takes a date, for example 2026-11-27T10:00:00+08:00 or 2026-11-27 10:00:00";

/**
 * Puts the fields that were sent in place of those that a document has.
 * @param sent the body of the request, already of its schema
 */
export function readHeader(
  { fields }: DocumentKind,
  { before, sent, store }: { before: Header; sent: Readonly<Record<string, unknown>>; store: Store },
): ReadHeader {
  const faults: FieldError[] = byteFaults(sent, { note: textLimits.note });
  const header: Record<string, Value> = { ...before };
  for (const name of fields.filter((field) => sent[field] !== undefined)) {
    const value = readField(name, sent[name] as Value, { store, faults });
    if (value !== undefined) header[name] = value;
  }
  const { currency_code } = header;
  if (typeof currency_code === "string") header["currency_decimals"] = currencyExponent(currency_code);
  return { header, faults };
}

function readField(
  name: string,
  value: Value,
  { store, faults }: { store: Store; faults: FieldError[] },
): Value | undefined {
  if (typeof value !== "string") return value;
  if (name === "note") return value;
  if (name === "currency_code") {
    const fault = currencyFault(value);
    if (fault) faults.push(fault);
    return fault ? undefined : value;
  }
  if (name !== "expected_at") return value.trim();
  const moment = readInstant(value, store.timezone);
  if (moment === null) faults.push({ path: name, message: noDate });
  return moment ?? undefined;
}
