import type { Right } from "@souk/contract";

/** The rights that can be given individually, grouped by area of work. Each right is in exactly one group. */
export const rightGroups = {
  orders: [
    "orders.view",
    "orders.edit",
    "orders.record_payments",
    "orders.fulfill",
    "orders.refund",
    "orders.cancel",
    "returns.view",
    "returns.edit",
  ],
  catalog: ["products.view", "products.edit", "tags.view", "tags.edit"],
  stock: [
    "stock.view",
    "stock.set",
    "purchasing.view",
    "purchasing.edit",
    "purchasing.receive",
    "locations.edit",
    "shipping.view",
  ],
  customers: [
    "customers.view",
    "customers.edit",
    "customers.credit",
    "customers.privacy",
    "customer_attributes.view",
    "customer_attributes.edit",
  ],
  reports: ["reports.view", "exports.create", "audit_log.view"],
  settings: ["settings.view", "settings.edit", "currencies.view", "currencies.edit"],
} as const satisfies Record<string, readonly Right[]>;

export type RightGroup = keyof typeof rightGroups;
