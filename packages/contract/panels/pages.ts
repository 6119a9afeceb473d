/** Pages of a store in the admin, below `https://admin.{domain}/{store}`. A segment `$name` is a parameter. */
export const storePages = [
  "/",
  "/orders",
  "/orders/$id",
  "/products",
  "/products/new",
  "/products/edit",
  "/products/$id",
  "/products/import",
  "/products/import/$id",
  "/exports",
  "/collections",
  "/collections/new",
  "/collections/$id",
  "/inventory",
  "/inventory/$product_id/$variant_id/$location_id",
  "/purchase-orders",
  "/purchase-orders/new",
  "/purchase-orders/$id",
  "/transfers",
  "/transfers/new",
  "/transfers/$id",
  "/customers",
  "/customers/new",
  "/customers/$id",
  "/customers/$id/credit",
  "/customers/$id/points",
  "/customers/import",
  "/customers/import/$id",
  "/customers/groups",
  "/customers/groups/new",
  "/customers/groups/$id",
  "/apps",
  "/apps/installed/$client_id",
  "/apps/installed/$client_id/details",
  "/fulfillment-requests/$id",
  "/settings",
  "/settings/custom-apps",
  "/settings/people",
  "/settings/audit-log",
  "/settings/security-log",
  "/settings/locations",
  "/settings/locations/new",
  "/settings/locations/$id",
  "/settings/currencies",
  "/settings/currencies/new",
  "/settings/currencies/$code",
  "/settings/customer-fields",
  "/settings/customer-fields/new",
  "/settings/customer-fields/$id",
  "/settings/notifications",
  "/settings/notifications/$kind",
  "/settings/privacy",
] as const;

/** Path of a page of a store, below the store's path. */
export type StorePage = (typeof storePages)[number];

/**
 * Pages of a store that show an app in an iframe. The content security policy of each page allows only the app that the
 * page shows, so a link to one of these pages must load a new document.
 */
export const framingPages = [
  "/apps/installed/$client_id",
  "/fulfillment-requests/$id",
] as const satisfies readonly StorePage[];

/** Paths of a store that install or open an app. The server responds to them itself, without loading the admin. */
export const appEntryPaths = ["/apps/install/$client_id", "/apps/open/$client_id", "/apps/link/$id"] as const;

export type AppEntryPath = (typeof appEntryPaths)[number];

/** Pages of the staff console, below `https://admin.{domain}/staff`. */
export const staffPages = [
  "/",
  "/health",
  "/requests",
  "/people",
  "/people/$id",
  "/partners",
  "/partners/$id",
  "/apps",
  "/apps/$id",
  "/stores",
  "/stores/$id",
  "/security",
] as const;

export type StaffPage = (typeof staffPages)[number];

/** Pages of the partner dashboard, on `https://partners.{domain}`. */
export const partnerPages = [
  "/",
  "/apps/new",
  "/apps/$id",
  "/apps/$id/installations/$installation_id",
] as const;

export type PartnerPage = (typeof partnerPages)[number];
