/** Permission that each scope grants, as the consent page shows it (docs/spec/decided.md#scopes). */
export const scopes = {
  read_products: "View products, variants and stock",
  write_products: "Edit products, variants and stock",
  read_orders: "View orders",
  write_orders: "Create and edit orders",
  read_fulfillments: "View fulfillments",
  write_fulfillments: "Mark orders as shipped and update tracking",
  read_customers: "View customers",
  write_customers: "Create and edit customers, their store credit and points",
  read_customer_attributes: "View customer custom fields",
  write_customer_attributes: "Edit customer custom fields",
  read_snippets: "View HTML added to the store",
  write_snippets: "Add HTML to the store's pages",
  read_script_tags: "View scripts added to the store",
  write_script_tags: "Add scripts to storefront and checkout pages",
  read_shipping: "View locations and shipping settings",
  write_shipping: "Edit shipping settings",
  read_store: "View store settings",
  write_store: "Edit store settings",
  read_returns: "View returns",
  write_returns: "Create and process returns",
  read_tags: "View tags",
  write_tags: "Create and delete tags",
  read_currencies: "View currencies and exchange rates",
  write_currencies: "Edit currencies and exchange rates",
  read_purchasing: "View purchase orders and transfers",
  write_purchasing: "Create and edit purchase orders and transfers",
  write_locations: "Create and edit locations",
} as const;

export type Scope = keyof typeof scopes;

/** Names of all scopes, in the order of `scopes`. */
export const scopeNames = Object.keys(scopes) as Scope[];

/** Return whether a text is the name of a scope. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}

/**
 * Scopes that an operation requires. At least one scope of each inner list must be granted.
 * `[["read_orders"], ["read_fulfillments"]]` requires both; `[["read_shipping", "read_products"]]` requires either.
 */
export type ScopeRequirement = readonly (readonly Scope[])[];

/**
 * Find the first part of a scope requirement that is not met, in the form of the error's `required_scope`. Returns null
 * if the requirement is met (API-2).
 */
export function findMissingScope(requirement: ScopeRequirement, granted: ReadonlySet<string>): string | null {
  for (const alternatives of requirement) {
    if (!alternatives.some((scope) => granted.has(scope))) return alternatives.join(" or ");
  }
  return null;
}

/** Split a comma-separated scope parameter. Repeated and blank entries are dropped. */
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
