import type { PageRoute, PanelName } from "../routing/page.ts";

const merchant = [
  "/:store",
  "/:store/orders",
  "/:store/orders/:id",
  "/:store/products",
  "/:store/products/new",
  "/:store/products/edit",
  "/:store/products/:id",
  "/:store/products/import",
  "/:store/products/import/:id",
  "/:store/exports",
  "/:store/collections",
  "/:store/collections/new",
  "/:store/collections/:id",
  "/:store/inventory",
  "/:store/inventory/:product_id/:variant_id/:location_id",
  "/:store/purchase-orders",
  "/:store/purchase-orders/new",
  "/:store/purchase-orders/:id",
  "/:store/transfers",
  "/:store/transfers/new",
  "/:store/transfers/:id",
  "/:store/customers",
  "/:store/customers/new",
  "/:store/customers/:id",
  "/:store/customers/:id/credit",
  "/:store/customers/:id/points",
  "/:store/customers/import",
  "/:store/customers/import/:id",
  "/:store/customers/groups",
  "/:store/customers/groups/new",
  "/:store/customers/groups/:id",
  "/:store/apps",
  "/:store/settings",
  "/:store/settings/custom-apps",
  "/:store/settings/people",
  "/:store/settings/audit-log",
  "/:store/settings/locations",
  "/:store/settings/locations/new",
  "/:store/settings/locations/:id",
  "/:store/settings/currencies",
  "/:store/settings/currencies/new",
  "/:store/settings/currencies/:code",
  "/:store/settings/customer-fields",
  "/:store/settings/customer-fields/new",
  "/:store/settings/customer-fields/:id",
  "/:store/settings/notifications",
  "/:store/settings/notifications/:kind",
  "/:store/settings/privacy",
] as const;

const staff = [
  "/staff",
  "/staff/partners",
  "/staff/partners/:id",
  "/staff/apps",
  "/staff/apps/:id",
  "/staff/stores",
  "/staff/stores/:id",
] as const;

const partner = ["/", "/apps/new", "/apps/:id", "/apps/:id/installations/:installation_id"] as const;

function panelPage(host: PanelName, path: string, visitor: PageRoute["visitor"]): PageRoute {
  return { host, method: "GET", path, visitor, handle: async () => ({ status: 200, panel: host }) };
}

/**
 * The addresses whose pages a panel's program shows. An installed app's page is the installs module's: it opens a frame
 * for that app alone.
 */
export function panelPages(): PageRoute[] {
  return [
    ...merchant.map((path) => panelPage("admin", path, "member")),
    ...staff.map((path) => panelPage("admin", path, "staff")),
    ...partner.map((path) => panelPage("partners", path, "account")),
  ];
}
