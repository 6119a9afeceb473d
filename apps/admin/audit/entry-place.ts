import type { PageAddress } from "@souk/contract";
import { toStorePage } from "../page-addresses.ts";
import type { AuditEntry } from "./audit-queries.ts";

type OwnPage = "/products/$id" | "/customers/$id" | "/orders/$id";
type Placed = Pick<AuditEntry, "resource" | "resource_id" | "parent_id" | "action">;

/** The addresses of the records that have a page of their own. */
const own: Readonly<Partial<Record<AuditEntry["resource"], OwnPage>>> = {
  product: "/products/$id",
  customer: "/customers/$id",
  order: "/orders/$id",
};

/** The addresses of the parent pages that show the other records. */
const parents: typeof own = {
  variant: "/products/$id",
  option_type: "/products/$id",
  option_value: "/products/$id",
  image: "/products/$id",
  customer_address: "/customers/$id",
  transaction: "/orders/$id",
  refund: "/orders/$id",
  fulfillment: "/orders/$id",
  order_return: "/orders/$id",
};

/** Address the page that shows what an entry is about; null: none does, or it was deleted. */
export function entryPlace({ resource, resource_id, parent_id, action }: Placed): PageAddress | null {
  const place = own[resource];
  if (place !== undefined) return action === "delete" ? null : toStorePage(place, { id: resource_id });
  const parent = parents[resource];
  return parent === undefined || parent_id === null ? null : toStorePage(parent, { id: parent_id });
}
