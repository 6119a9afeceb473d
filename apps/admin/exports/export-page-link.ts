import { getFilterParameters, type PageUrl } from "@souk/contract";
import { customersList } from "../customers/customers-list.ts";
import { ordersList } from "../orders/orders-list.ts";
import { toStorePage } from "../page-urls.ts";
import { productsList } from "../products/products-list.ts";
import type { Export } from "./export-queries.ts";

export type ExportedResource = Export["resource"];

/** The API names of the filters that each resource's list passes to an export. */
export const filterNamesByResource = {
  products: getFilterParameters(productsList),
  customers: getFilterParameters(customersList),
  orders: getFilterParameters(ordersList),
  inventory_levels: [],
  inventory_movements: [],
} as const satisfies Readonly<Record<ExportedResource, readonly string[]>>;

/**
 * Build the link from a list of records to the exports page.
 * @param filters the list's filters by API name; empty and undefined values are left out
 */
export function buildExportPageLink<R extends ExportedResource>(
  resource: R,
  filters: Readonly<Partial<Record<(typeof filterNamesByResource)[R][number], string | number>>>,
): PageUrl {
  const names: readonly (typeof filterNamesByResource)[R][number][] = filterNamesByResource[resource];
  const values = Object.fromEntries(names.map((name) => [name, filters[name]]));
  return toStorePage("/exports", {}, { resource, ...values });
}
