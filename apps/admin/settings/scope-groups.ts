import type { Scope } from "@souk/contract";

/** The scopes, grouped by the areas of a store that merchants know. Each scope is in exactly one group. */
export const scopeGroups = {
  products: ["read_products", "write_products", "read_tags", "write_tags"],
  orders: [
    "read_orders",
    "write_orders",
    "read_fulfillments",
    "write_fulfillments",
    "read_returns",
    "write_returns",
  ],
  customers: ["read_customers", "write_customers", "read_customer_attributes", "write_customer_attributes"],
  pages: ["read_snippets", "write_snippets", "read_script_tags", "write_script_tags"],
  shipping: ["write_locations", "read_shipping", "write_shipping"],
  store: ["read_store", "write_store", "read_currencies", "write_currencies"],
  purchasing: ["read_purchasing", "write_purchasing"],
} as const satisfies Record<string, readonly Scope[]>;

export type ScopeGroup = keyof typeof scopeGroups;
