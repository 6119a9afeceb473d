import type { Scope } from "../scopes.ts";

/** Topic of a webhook: when it is sent, its payload's wrapper, and the scopes that the payload requires. */
export interface Topic {
  description: string;
  /** Null when the record's fields are at the top level of the payload. */
  wrapper: string | null;
  /** One of these scopes is required for the whole payload; empty when the payload holds no protected data. */
  scopes: readonly Scope[];
  /** Scope required in addition. */
  requiresAlso?: Scope;
  /** Fields of the record that require a scope of their own, in addition to the scopes above. */
  fieldScopes?: Readonly<Record<string, Scope>>;
  /** True for a topic that is not one of the interface's 31. */
  isExtension?: true;
  /** True for topics that carry the cause and the app that caused the change (WHK-6). */
  hasContext: boolean;
}

const orders = { wrapper: "order", scopes: ["read_orders"], hasContext: false } as const;
const fulfillments = {
  wrapper: "fulfillment",
  scopes: ["read_fulfillments"],
  // As the operations on fulfillments: they are of an order.
  requiresAlso: "read_orders",
  hasContext: false,
} as const;
const refunds = { wrapper: "refund", scopes: ["read_orders"], hasContext: false } as const;
const returns = { wrapper: "order_return", scopes: ["read_returns"], hasContext: false } as const;
const products = { wrapper: null, scopes: ["read_products"], hasContext: false } as const;
const customers = {
  wrapper: "customer",
  scopes: ["read_customers"],
  // CUS-3
  fieldScopes: { attributes: "read_customer_attributes" },
  hasContext: false,
} as const;
const locations = {
  wrapper: "location",
  scopes: ["read_shipping", "read_products", "write_locations"],
  hasContext: false,
} as const;
const currencies = { wrapper: "currency", scopes: ["read_currencies"], hasContext: false } as const;
const purchasing = { wrapper: "purchase_order", scopes: ["read_purchasing"], hasContext: false } as const;

/** Topics by name: the 31 of the interface (WHK-9) and our additions (docs/spec/decided.md#webhooks). */
export const topics = {
  "app/uninstall": {
    description: "The merchant uninstalled the app",
    wrapper: null,
    scopes: [],
    hasContext: false,
  },
  "order/create": { ...orders, description: "An order was placed, from any channel" },
  "order/update": { ...orders, description: "An order changed" },
  "order/paid": { ...orders, description: "An order was fully paid; not sent for a cancelled order" },
  "order/partially_paid": {
    ...orders,
    description: "An order got a partial payment; not sent for a cancelled order",
  },
  "order/cancel": { ...orders, description: "An order was cancelled" },
  "fulfillment/create": { ...fulfillments, description: "A fulfillment was created" },
  "fulfillment/update": { ...fulfillments, description: "The tracking or status of a fulfillment changed" },
  "fulfillment/cancel": { ...fulfillments, description: "A fulfillment was cancelled" },
  "refund/create": { ...refunds, description: "A refund was created" },
  "refund/cancel": { ...refunds, description: "A refund was cancelled" },
  "order_returns/created": { ...returns, description: "A return was requested" },
  "order_returns/accepted": { ...returns, description: "A return was accepted" },
  "order_returns/updated": { ...returns, description: "A return was updated" },
  "order_returns/completed": { ...returns, description: "A return was completed" },
  "order_returns/cancelled": { ...returns, description: "A return was cancelled" },
  "product/create": { ...products, description: "A product was created" },
  "product/update": {
    ...products,
    description: "A product, its variants or their stock changed",
    hasContext: true,
  },
  "product/delete": { ...products, description: "A product was deleted" },
  "inventory_level/inventory_quantity_update": {
    ...products,
    description: "Stock changed for a variant at a location",
    hasContext: true,
  },
  "customer/create": { ...customers, description: "A customer was created" },
  "customer/update": { ...customers, description: "A customer changed" },
  "customer/delete": { ...customers, description: "A customer was deleted" },
  "customer/data_request": {
    ...customers,
    isExtension: true,
    description: "A customer requested a copy of their data; send the store what your app holds",
  },
  "customer/erase": {
    ...customers,
    isExtension: true,
    description: "A customer is being erased; delete what your app holds about the customer",
  },
  "store/update": {
    description: "Store settings changed",
    wrapper: "store",
    scopes: ["read_store"],
    hasContext: false,
  },
  "location/create": { ...locations, description: "A location was created" },
  "location/update": { ...locations, description: "A location changed" },
  "location/delete": { ...locations, description: "A location was deleted" },
  "currency/update": { ...currencies, description: "A store currency was added or changed" },
  "currency/delete": { ...currencies, description: "A store currency was removed" },
  "purchase_order/create": { ...purchasing, description: "A purchase order was created" },
  "purchase_order/update": { ...purchasing, description: "A purchase order changed" },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;

/**
 * Find a topic by name. Returns null for a name outside the catalog, which is stored and never sent (WHK-1).
 */
export function findTopic(name: string): Topic | null {
  return Object.hasOwn(topics, name) ? topics[name as TopicName] : null;
}

/** Check whether an installation with these scopes receives the whole payload of a topic (docs/spec/decided.md#scopes). */
export function canReadPayload(topic: string, granted: readonly string[]): boolean {
  const { scopes = [], requiresAlso: also } = findTopic(topic) ?? {};
  if (also !== undefined && !granted.includes(also)) return false;
  return scopes.length === 0 || scopes.some((scope) => granted.includes(scope));
}

/** List the fields of a topic's record that an installation with these scopes does not receive. */
export function listWithheldFields(topic: string, granted: readonly string[]): string[] {
  const guarded = Object.entries(findTopic(topic)?.fieldScopes ?? {});
  return guarded.filter(([, scope]) => !granted.includes(scope)).map(([field]) => field);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Find the topic most similar to a misspelled name. */
export function findNearestTopic(name: string): TopicName {
  const short = name.slice(0, 80);
  const ranked = Object.keys(topics).map((topic) => ({ topic, far: distance(short, topic) }));
  ranked.sort((a, b) => a.far - b.far);
  return ranked[0]?.topic as TopicName;
}
