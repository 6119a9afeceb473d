/** What each right lets a person do in a store, as pages and invitations show it. docs/spec/decided.md#rights has the decision. */
export const rights = {
  "orders.view": "View orders, payments and shipments",
  "orders.edit": "Create and edit orders",
  "orders.record_payments": "Record payments of orders",
  "orders.fulfill": "Ship orders and update tracking",
  "orders.refund": "Refund orders",
  "orders.cancel": "Cancel and delete orders",
  "returns.view": "View returns",
  "returns.edit": "Create and process returns",
  "products.view": "View products, variants and collections",
  "products.edit": "Create, edit and delete products and collections",
  "tags.view": "View tags",
  "tags.edit": "Create and delete tags",
  "stock.view": "View stock and its history",
  "stock.set": "Change stock",
  "purchasing.view": "View purchase orders and transfers",
  "purchasing.edit": "Create, edit and cancel purchase orders and transfers",
  "purchasing.receive": "Receive purchase orders and transfers",
  "customers.view": "View customers and customer groups",
  "customers.edit": "Create, edit and delete customers and customer groups",
  "customers.credit":
    "Change the store credit and points of customers, and, with the right to edit customers, import customers",
  "customers.privacy": "Send customers their data, and erase customers",
  "customer_attributes.view": "View customer custom fields",
  "customer_attributes.edit": "Edit customer custom fields",
  "reports.view": "View the figures and the activity on the home page",
  "exports.create": "Export every list that the person's other rights allow viewing",
  "locations.edit": "Create, edit and delete locations",
  "shipping.view": "View shipping rates",
  "settings.view": "View store settings and email templates",
  "settings.edit": "Edit store settings and email templates",
  "currencies.view": "View currencies and exchange rates",
  "currencies.edit": "Edit currencies and exchange rates",
  "audit_log.view": "View the security log, and the audit log, which shows every change of every record",
  "apps.manage": "Install, change and uninstall apps, and open all of them",
  "members.manage": "Invite staff, change their roles and remove them",
  "store.transfer": "Transfer the ownership of the store, and appoint managers",
} as const;

/** A permission of a person in a store. Apps have scopes instead. */
export type Right = keyof typeof rights;

/** Names of all rights, in the order of `rights`. */
export const rightNames = Object.keys(rights) as Right[];

/** Return whether a text is the name of a right. */
export function isRight(text: string): text is Right {
  return Object.hasOwn(rights, text);
}

/**
 * Rights that only the roles owner and manager include, because a person with one of them could obtain every other right.
 */
const reservedRights: readonly Right[] = ["apps.manage", "members.manage", "store.transfer"];

/** Names of the rights that can be given to a person one by one, in the order of `rights`. */
export const assignableRights = rightNames.filter((right) => !reservedRights.includes(right));

/**
 * Rights that an operation requires of a person. At least one right of each inner list is required. An empty requirement is met by
 * every member of the store.
 */
export type RightRequirement = readonly (readonly Right[])[];

/** Each of these rights lets a person view a store's locations, because records that the right covers contain names of locations. */
export const locationViewRights = [
  "locations.edit",
  "orders.view",
  "returns.view",
  "products.view",
  "stock.view",
  "purchasing.view",
  "shipping.view",
] as const satisfies readonly Right[];
