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
 * Build the text that a query signature covers (INS-2): decoded `key=value` pairs without `hmac`, sorted by key and
 * joined with `&`.
 *
 * Keys and values are not escaped, so different queries would have the same text if a value contained `&`, if a key
 * contained `&` or `=`, or if a key were repeated. Such a query is rejected (P38b).
 *
 * @param query the parameters; a query string and URLSearchParams are decoded, other forms must be decoded already
 * @returns the text and the decoded parameters including `hmac`, or the reason for the rejection and the key
 */
export function buildCanonicalQuery(query: QueryInput): CanonicalQuery {
  const parameters = new Map<string, string>();
  for (const [key, value] of listPairs(query)) {
    if (parameters.has(key)) return { ok: false, reason: "repeated_key", key };
    if (value.includes("&")) return { ok: false, reason: "ampersand_in_value", key };
    if (key.includes("&")) return { ok: false, reason: "ampersand_in_key", key };
    if (key.includes("=")) return { ok: false, reason: "equals_in_key", key };
    parameters.set(key, value);
  }
  const signedPairs = [...parameters].filter(([key]) => key !== "hmac").sort(compareKeys);
  return { ok: true, text: signedPairs.map(([key, value]) => `${key}=${value}`).join("&"), parameters };
}

function listPairs(query: QueryInput): Iterable<[string, string]> {
  if (typeof query === "string") return new URLSearchParams(query);
  if (query instanceof URLSearchParams || query instanceof Map) return query;
  return Object.entries(query);
}

// Keys are compared by code unit, because the sort order of a locale differs between machines.
function compareKeys([left]: [string, string], [right]: [string, string]): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
