/** What each scope allows, in words a merchant reads on the consent page. The list is decided in gaps.md, "Scopes". */
export const scopes = {
  read_products: "See products, their variants and stock",
  write_products: "Change products, their variants and stock",
  read_orders: "See orders",
  write_orders: "Create and change orders",
  read_fulfillments: "See how orders are shipped",
  write_fulfillments: "Mark orders as shipped and update tracking",
  read_customers: "See customers",
  write_customers: "Create and change customers, their credit and points",
  read_customer_attributes: "See the custom fields of customers",
  write_customer_attributes: "Change the custom fields of customers",
  read_snippets: "See the HTML it placed in your shop",
  write_snippets: "Place HTML in your shop's pages",
  read_script_tags: "See the scripts it added to your shop",
  write_script_tags: "Add scripts to your shop and checkout pages",
  read_shipping: "See locations and shipping settings",
  write_shipping: "Change shipping settings",
  read_store: "See the store's settings",
  write_store: "Change the store's settings",
  read_returns: "See returns",
  write_returns: "Create and process returns",
  read_tags: "See tags",
  write_tags: "Create and remove tags",
  read_currencies: "See currencies and their rates",
  write_currencies: "Change currencies and their rates",
  read_purchasing: "See purchase orders and transfers",
  write_purchasing: "Create and change purchase orders and transfers",
  write_locations: "Create and change locations",
} as const;

export type Scope = keyof typeof scopes;

/** All scopes in catalogue order. */
export const scopeNames = Object.keys(scopes) as Scope[];

/** Whether a text is a scope of the catalogue. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}

/**
 * A need for scopes: every list must be met by one of its scopes.
 * `[["read_orders"], ["read_fulfillments"]]` needs both; `[["read_shipping", "read_products"]]` needs either.
 */
export type ScopeNeed = readonly (readonly Scope[])[];

/** The first unmet part of a need, as the error's `required_scope` shows it, or null when all is granted (API-2). */
export function missingScope(need: ScopeNeed, granted: ReadonlySet<string>): string | null {
  for (const alternatives of need) {
    if (!alternatives.some((scope) => granted.has(scope))) return alternatives.join(" or ");
  }
  return null;
}

/** Splits a comma-separated scope parameter; order kept, repeats and blanks dropped. */
export function parseScopes(text: string): string[] {
  return [
    ...new Set(
      text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    ),
  ];
}
