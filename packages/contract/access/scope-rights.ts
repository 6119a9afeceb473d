import { type Scope, scopeNames } from "../scopes.ts";
import type { Right } from "./rights.ts";

/**
 * Rights that cover each scope: a person who has them may do whatever an app may do with the scope. People may open an app if their
 * rights cover all of its scopes.
 */
export const scopeRights = {
  read_products: ["products.view", "stock.view"],
  write_products: ["products.edit", "stock.set"],
  read_orders: ["orders.view"],
  write_orders: ["orders.edit", "orders.record_payments", "orders.refund", "orders.cancel"],
  read_fulfillments: ["orders.view"],
  write_fulfillments: ["orders.fulfill"],
  read_customers: ["customers.view"],
  write_customers: ["customers.edit", "customers.credit"],
  read_customer_attributes: ["customer_attributes.view"],
  write_customer_attributes: ["customer_attributes.edit"],
  // There are no separate rights for snippets and script tags, because only apps can add them. They change what every page of
  // the store shows, so the rights for settings cover their scopes.
  read_snippets: ["settings.view"],
  write_snippets: ["settings.edit"],
  read_script_tags: ["settings.view"],
  write_script_tags: ["settings.edit"],
  read_shipping: ["shipping.view"],
  write_shipping: ["shipping.view", "settings.edit"],
  read_store: ["settings.view"],
  write_store: ["settings.edit"],
  read_returns: ["returns.view"],
  write_returns: ["returns.edit"],
  read_tags: ["tags.view"],
  write_tags: ["tags.edit"],
  read_currencies: ["currencies.view"],
  write_currencies: ["currencies.edit"],
  read_purchasing: ["purchasing.view"],
  write_purchasing: ["purchasing.edit", "purchasing.receive"],
  write_locations: ["locations.edit"],
} as const satisfies Record<Scope, readonly Right[]>;

/** List the scopes that a person's rights cover, in the order of `scopeNames`. */
export function listCoveredScopes(grantedRights: readonly Right[]): Scope[] {
  return scopeNames.filter((scope) => scopeRights[scope].every((right) => grantedRights.includes(right)));
}
