import type { Scope } from "../scopes.ts";

/** Definition of a webhook topic. */
export interface Topic {
  /** The event, as a sentence without a period. */
  description: string;
  /** Key of the record in the payload; null if the record's fields are at the top level. */
  wrapper: string | null;
  /** One of these scopes is required for the complete payload. Empty if the payload has no protected data. */
  scopes: readonly Scope[];
  /** Scope that is required in addition to one of `scopes`. */
  additionalScope?: Scope;
  /** Scopes that single fields of the record require, in addition to the scopes above. */
  fieldScopes?: Readonly<Record<string, Scope>>;
  /** True if the topic is not one of the 31 topics of the interface. */
  isExtension?: true;
  /** True if its webhooks have headers with the cause of the change and the app that caused it (WHK-6). */
  hasContext: boolean;
}

const orders = { wrapper: "order", scopes: ["read_orders"], hasContext: false } as const;
const fulfillments = {
  wrapper: "fulfillment",
  scopes: ["read_fulfillments"],
  // Operations on fulfillments require this scope too, because fulfillments belong to orders.
  additionalScope: "read_orders",
  hasContext: false,
} as const;
const refunds = { wrapper: "refund", scopes: ["read_orders"], hasContext: false } as const;
const returns = { wrapper: "order_return", scopes: ["read_returns"], hasContext: false } as const;
const products = { wrapper: null, scopes: ["read_products"], hasContext: false } as const;
const customers = {
  wrapper: "customer",
  scopes: ["read_customers"],
  // CUS-3: custom fields have their own scope.
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

/** Topics by name: the 31 topics of the interface (WHK-9) and Souk's extensions (docs/spec/decided.md#webhooks). */
export const topics = {
  "app/uninstall": {
    description: "The merchant uninstalled the app",
    wrapper: null,
    scopes: [],
    hasContext: false,
  },
  "order/create": { ...orders, description: "An order was placed, from any channel" },
  "order/update": { ...orders, description: "An order changed" },
  "order/paid": { ...orders, description: "An order was fully paid; not sent for a canceled order" },
  "order/partially_paid": {
    ...orders,
    description: "An order was partially paid; not sent for a canceled order",
  },
  "order/cancel": { ...orders, description: "An order was canceled" },
  "fulfillment/create": { ...fulfillments, description: "A fulfillment was created" },
  "fulfillment/update": { ...fulfillments, description: "The tracking or status of a fulfillment changed" },
  "fulfillment/cancel": { ...fulfillments, description: "A fulfillment was canceled" },
  "refund/create": { ...refunds, description: "A refund was created" },
  "refund/cancel": { ...refunds, description: "A refund was canceled" },
  "order_returns/created": { ...returns, description: "A return was requested" },
  "order_returns/accepted": { ...returns, description: "A return was accepted" },
  "order_returns/updated": { ...returns, description: "A return was updated" },
  "order_returns/completed": { ...returns, description: "A return was completed" },
  "order_returns/cancelled": { ...returns, description: "A return was canceled" },
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
    description: "A customer requested a copy of their data; send the store the data that your app has",
  },
  "customer/erase": {
    ...customers,
    isExtension: true,
    description: "A customer is being erased; delete the data that your app has about the customer",
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

/** Find a topic by name. Returns null for a name that is not in `topics`, although apps can subscribe to any name (WHK-1). */
export function findTopic(name: string): Topic | null {
  return Object.hasOwn(topics, name) ? topics[name as TopicName] : null;
}

/** Return whether an installation with these scopes receives the complete payload of a topic (docs/spec/decided.md#scopes). */
export function canReadPayload(topic: string, granted: readonly string[]): boolean {
  const { scopes = [], additionalScope } = findTopic(topic) ?? {};
  if (additionalScope !== undefined && !granted.includes(additionalScope)) return false;
  return scopes.length === 0 || scopes.some((scope) => granted.includes(scope));
}

/** List the fields of a topic's record that are withheld from an installation with these scopes. */
export function listWithheldFields(topic: string, granted: readonly string[]): string[] {
  const fieldScopes = Object.entries(findTopic(topic)?.fieldScopes ?? {});
  return fieldScopes.filter(([, scope]) => !granted.includes(scope)).map(([field]) => field);
}

/** Compute the Levenshtein distance of two texts. */
function computeEditDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const nextRow = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      nextRow.push(Math.min((row[j] ?? 0) + 1, (nextRow[j - 1] ?? 0) + 1, substitution));
    }
    row = nextRow;
  }
  return row[b.length] ?? 0;
}

/** Find the topic most similar to a misspelled name. */
export function findNearestTopic(name: string): TopicName {
  // Every topic name is shorter than this. The limit bounds the time for a very long text.
  const truncatedName = name.slice(0, 80);
  const candidates = Object.keys(topics).map((topic) => ({
    topic,
    distance: computeEditDistance(truncatedName, topic),
  }));
  candidates.sort((a, b) => a.distance - b.distance);
  return candidates[0]?.topic as TopicName;
}
