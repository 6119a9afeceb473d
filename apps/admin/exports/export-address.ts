import { getFilterParameters, type PageAddress } from "@souk/contract";
import { customersList } from "../customers/customers-list.ts";
import { ordersList } from "../orders/orders-list.ts";
import { toStorePage } from "../page-addresses.ts";
import { productsList } from "../products/products-list.ts";
import type { Export } from "./export-queries.ts";

export type ExportedResource = Export["resource"];

/** The filters that a list passes to an export, by their API names. */
export const filtersByResource = {
  products: getFilterParameters(productsList),
  customers: getFilterParameters(customersList),
  orders: getFilterParameters(ordersList),
  inventory_levels: [],
  inventory_movements: [],
} as const satisfies Readonly<Record<ExportedResource, readonly string[]>>;

/**
 * Return the address of the exports page for a list. @param filters the list's filters; empty or absent:
 * none
 */
export function exportAddress<R extends ExportedResource>(
  resource: R,
  filters: Readonly<Partial<Record<(typeof filtersByResource)[R][number], string | number>>>,
): PageAddress {
  const names: readonly (typeof filtersByResource)[R][number][] = filtersByResource[resource];
  const said = Object.fromEntries(names.map((name) => [name, filters[name]]));
  return toStorePage("/exports", {}, { resource, ...said });
}
