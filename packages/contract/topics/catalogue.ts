import type { Scope } from "../scopes.ts";

/** A topic: when it is sent, what its payload is wrapped in, and the scopes without any of which the payload is reduced. */
export interface Topic {
  sent: string;
  /** Null: the record's fields stand at the top. */
  wrapper: string | null;
  /** One of them opens the whole payload; none listed: it holds nothing that a scope guards. */
  scopes: readonly Scope[];
  /** A scope that is needed beside. */
  also?: Scope;
  /** Fields of the record that need a scope of their own, which is not one of those above. */
  guarded?: Readonly<Record<string, Scope>>;
  /** It is not one of the interface's own. */
  added?: true;
  /** WHK-6: only these topics carry the cause and the app that caused it. */
  context: boolean;
}

const orders = { wrapper: "order", scopes: ["read_orders"], context: false } as const;
const fulfillments = {
  wrapper: "fulfillment",
  scopes: ["read_fulfillments"],
  // As the operations on fulfillments: they are of an order.
  also: "read_orders",
  context: false,
} as const;
const refunds = { wrapper: "refund", scopes: ["read_orders"], context: false } as const;
const returns = { wrapper: "order_return", scopes: ["read_returns"], context: false } as const;
const products = { wrapper: null, scopes: ["read_products"], context: false } as const;
const customers = {
  wrapper: "customer",
  scopes: ["read_customers"],
  // CUS-3
  guarded: { attributes: "read_customer_attributes" },
  context: false,
} as const;
const locations = {
  wrapper: "location",
  scopes: ["read_shipping", "read_products", "write_locations"],
  context: false,
} as const;
const currencies = { wrapper: "currency", scopes: ["read_currencies"], context: false } as const;
const purchasing = { wrapper: "purchase_order", scopes: ["read_purchasing"], context: false } as const;

/** The 31 topics of the interface (WHK-9), and those that we add (gaps.md, "Webhooks"). */
export const topics = {
  "app/uninstall": { sent: "The merchant uninstalled the app", wrapper: null, scopes: [], context: false },
  "order/create": { ...orders, sent: "An order was placed, from any channel" },
  "order/update": { ...orders, sent: "An order changed" },
  "order/paid": { ...orders, sent: "An order was fully paid; never after it was cancelled" },
  "order/partially_paid": { ...orders, sent: "An order got a partial payment; never after it was cancelled" },
  "order/cancel": { ...orders, sent: "An order was cancelled" },
  "fulfillment/create": { ...fulfillments, sent: "A fulfillment was created" },
  "fulfillment/update": { ...fulfillments, sent: "A fulfillment's tracking or status changed" },
  "fulfillment/cancel": { ...fulfillments, sent: "A fulfillment was cancelled" },
  "refund/create": { ...refunds, sent: "A refund was created" },
  "refund/cancel": { ...refunds, sent: "A refund was cancelled" },
  "order_returns/created": { ...returns, sent: "A return was requested" },
  "order_returns/accepted": { ...returns, sent: "A return was accepted" },
  "order_returns/updated": { ...returns, sent: "A return was updated" },
  "order_returns/completed": { ...returns, sent: "A return was completed" },
  "order_returns/cancelled": { ...returns, sent: "A return was cancelled" },
  "product/create": { ...products, sent: "A product was created" },
  "product/update": { ...products, sent: "A product, its variants or their stock changed", context: true },
  "product/delete": { ...products, sent: "A product was deleted" },
  "inventory_level/inventory_quantity_update": {
    ...products,
    sent: "Stock changed for a variant at a location",
    context: true,
  },
  "customer/create": { ...customers, sent: "A customer was created" },
  "customer/update": { ...customers, sent: "A customer changed" },
  "customer/delete": { ...customers, sent: "A customer was deleted" },
  "customer/data_request": {
    ...customers,
    added: true,
    sent: "A customer asks what is kept of them; whoever keeps something hands it to the shop",
  },
  "customer/erase": {
    ...customers,
    added: true,
    sent: "A customer is to be erased: take out all that is kept of them",
  },
  "store/update": {
    sent: "Store settings changed",
    wrapper: "store",
    scopes: ["read_store"],
    context: false,
  },
  "location/create": { ...locations, sent: "A location was created" },
  "location/update": { ...locations, sent: "A location changed" },
  "location/delete": { ...locations, sent: "A location was deleted" },
  "currency/update": { ...currencies, sent: "A store currency was added or changed" },
  "currency/delete": { ...currencies, sent: "A store currency was removed" },
  "purchase_order/create": { ...purchasing, sent: "A purchase order was created" },
  "purchase_order/update": { ...purchasing, sent: "A purchase order changed" },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;

/** The topic of a name, or null: a name outside the catalogue is stored and never fires (WHK-1). */
export function topicOf(name: string): Topic | null {
  return Object.hasOwn(topics, name) ? topics[name as TopicName] : null;
}

/** Whether an installation with these scopes is sent the whole payload of a topic (gaps.md, "Scopes"). */
export function opensPayload(topic: string, granted: readonly string[]): boolean {
  const { scopes = [], also } = topicOf(topic) ?? {};
  if (also !== undefined && !granted.includes(also)) return false;
  return scopes.length === 0 || scopes.some((scope) => granted.includes(scope));
}

/** The fields of a topic's record that an installation with these scopes is not sent. */
export function withheldFields(topic: string, granted: readonly string[]): string[] {
  const guarded = Object.entries(topicOf(topic)?.guarded ?? {});
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

/** The catalogue's topic that looks most like a misspelled one. */
export function nearestTopic(name: string): TopicName {
  const short = name.slice(0, 80);
  const ranked = Object.keys(topics).map((topic) => ({ topic, far: distance(short, topic) }));
  ranked.sort((a, b) => a.far - b.far);
  return ranked[0]?.topic as TopicName;
}
