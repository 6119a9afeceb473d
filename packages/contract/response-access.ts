import { type AccessRequirement, type Grants, hasAccess } from "./access/find-missing-access.ts";
import type { Operation } from "./operation.ts";
import { reduceRecord } from "./reduced-record.ts";

const orderAccess: AccessRequirement = { scopes: [["read_orders"]], rights: [["orders.view"]] };
const customerAccess: AccessRequirement = { scopes: [["read_customers"]], rights: [["customers.view"]] };
const noRequirement: AccessRequirement = { scopes: [], rights: [] };

/**
 * The access that reading a record about people requires, by the record's key in a response. Products, stock and settings are
 * not listed, because everyone who may change them may also read them.
 */
const readAccess: Readonly<Record<string, AccessRequirement>> = {
  order: orderAccess,
  transaction: orderAccess,
  refund: orderAccess,
  fulfillment: { scopes: [["read_orders"], ["read_fulfillments"]], rights: [["orders.view"]] },
  order_return: { scopes: [["read_returns"]], rights: [["returns.view"]] },
  customer: customerAccess,
  address: customerAccess,
  credit: customerAccess,
  point: customerAccess,
};

/** The access that reading a metafield of a record about people requires, by the start of the operation's path. */
const metafieldReadAccess: Readonly<Record<string, AccessRequirement>> = {
  "/orders/": orderAccess,
  "/customers/": customerAccess,
};

/**
 * Find the access that a caller needs to get the whole changed record in the response to a change. The lists of scopes and
 * rights are empty if every caller gets the whole record.
 */
export function findResponseAccess({ method, surface, path, response }: Operation): AccessRequirement {
  if (method === "GET" || (surface !== "3.0" && surface !== "4.0")) return noRequirement;
  const [key = ""] = Object.keys((response as { properties?: object }).properties ?? {});
  if (key !== "metafield") return readAccess[key] ?? noRequirement;
  return Object.entries(metafieldReadAccess).find(([start]) => path.startsWith(start))?.[1] ?? noRequirement;
}

/** Describe which callers get a reduced response, for the reference. Null if every caller gets the whole record. */
export function describeReducedResponse(operation: Operation): string | null {
  const scopes = findResponseAccess(operation).scopes.flat();
  return scopes.length === 0
    ? null
    : `Without ${scopes.map((scope) => `\`${scope}\``).join(" and ")}, the response has only ids, statuses and times.`;
}

/**
 * Reduce the record in a response to its ids, statuses and times, if the caller changed a record that it may not read.
 * @param text the complete response
 */
export function reduceResponse(text: string, operation: Operation, grants: Grants): string {
  if (hasAccess(findResponseAccess(operation), grants)) return text;
  const body = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(
    Object.fromEntries(Object.entries(body).map(([key, record]) => [key, reduceRecord(record)])),
  );
}
