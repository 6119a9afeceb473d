import type { Operation } from "./operation.ts";
import { reduceRecord } from "./reduced-record.ts";
import { findMissingScope, type ScopeRequirement } from "./scopes.ts";

/**
 * The scopes that reading a record about people requires, by the record's key in a response. Products, stock and settings are
 * not listed, because whoever may change them also sees them.
 */
const readScopes: Readonly<Record<string, ScopeRequirement>> = {
  order: [["read_orders"]],
  transaction: [["read_orders"]],
  refund: [["read_orders"]],
  fulfillment: [["read_orders"], ["read_fulfillments"]],
  order_return: [["read_returns"]],
  customer: [["read_customers"]],
  address: [["read_customers"]],
  credit: [["read_customers"]],
  point: [["read_customers"]],
};

/** The scopes that reading a metafield of a record about people requires, by the start of the operation's path. */
const metafieldReadScopes: Readonly<Record<string, ScopeRequirement>> = {
  "/orders/": [["read_orders"]],
  "/customers/": [["read_customers"]],
};

/**
 * Find the scopes that a caller of a change needs to get the whole changed record in the response. Empty if every caller gets it.
 */
export function findResponseScopes({ method, surface, path, response }: Operation): ScopeRequirement {
  if (method === "GET" || (surface !== "3.0" && surface !== "4.0")) return [];
  const [key = ""] = Object.keys((response as { properties?: object }).properties ?? {});
  if (key !== "metafield") return readScopes[key] ?? [];
  return Object.entries(metafieldReadScopes).find(([start]) => path.startsWith(start))?.[1] ?? [];
}

/** Describe which callers get a reduced response, for the reference. Null if every caller gets the whole record. */
export function describeReducedResponse(operation: Operation): string | null {
  const scopes = findResponseScopes(operation).flat();
  return scopes.length === 0
    ? null
    : `Without ${scopes.map((scope) => `\`${scope}\``).join(" and ")}, the response has only ids, statuses and times.`;
}

/**
 * Reduce the record in a response to its ids, statuses and times, if the caller changed a record that it may not read.
 * @param text the complete response
 */
export function reduceResponse(text: string, operation: Operation, granted: ReadonlySet<string>): string {
  const scopes = findResponseScopes(operation);
  if (scopes.length === 0 || findMissingScope(scopes, granted) === null) return text;
  const body = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(
    Object.fromEntries(Object.entries(body).map(([key, record]) => [key, reduceRecord(record)])),
  );
}
