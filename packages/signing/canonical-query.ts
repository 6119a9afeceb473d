/** Query parameters in one of several forms. A string is a query string, with or without its `?`. */
export type QueryInput =
  | string
  | URLSearchParams
  | ReadonlyMap<string, string>
  | Readonly<Record<string, string>>;

export type QueryError = "repeated_key" | "ampersand_in_value" | "ampersand_in_key" | "equals_in_key";

export type CanonicalQuery =
  | { ok: true; text: string; parameters: ReadonlyMap<string, string> }
  | { ok: false; reason: QueryError; key: string };

/**
 * Return the text that a query signature covers (INS-2): decoded `key=value` pairs without `hmac`, sorted by key,
 * joined with `&`.
 *
 * Values are joined unescaped, so a `&` inside one, a `&` or `=` inside a key, or a key given twice could move the
 * border between two parameters without changing the text. Such a query has no canonical text (P38b).
 *
 * @param query the parameters; a query string and URLSearchParams are decoded, other forms are treated as decoded
 * @returns the text and the decoded parameters with `hmac` among them, or the reason and key of the rejection
 */
export function canonicalQuery(query: QueryInput): CanonicalQuery {
  const parameters = new Map<string, string>();
  for (const [key, value] of listPairs(query)) {
    if (parameters.has(key)) return { ok: false, reason: "repeated_key", key };
    if (value.includes("&")) return { ok: false, reason: "ampersand_in_value", key };
    if (key.includes("&")) return { ok: false, reason: "ampersand_in_key", key };
    if (key.includes("=")) return { ok: false, reason: "equals_in_key", key };
    parameters.set(key, value);
  }
  const signed = [...parameters].filter(([key]) => key !== "hmac").sort(byCodeUnit);
  return { ok: true, text: signed.map(([key, value]) => `${key}=${value}`).join("&"), parameters };
}

function listPairs(query: QueryInput): Iterable<[string, string]> {
  if (typeof query === "string") return new URLSearchParams(query);
  if (query instanceof URLSearchParams || query instanceof Map) return query;
  return Object.entries(query);
}

// A locale's order differs between machines; code units are the same everywhere.
function byCodeUnit([left]: [string, string], [right]: [string, string]): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
