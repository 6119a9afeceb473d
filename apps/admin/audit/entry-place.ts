import type { AuditEntry } from "./audit-queries.ts";

type Placed = Pick<AuditEntry, "resource" | "resource_id" | "parent_id" | "action">;

/** Whose records have a page of their own, and where it is. */
const own: Readonly<Partial<Record<AuditEntry["resource"], string>>> = {
  product: "products",
  customer: "customers",
  order: "orders",
};

/** What is shown on the page of what it belongs to. */
const parents: typeof own = {
  variant: "products",
  option_type: "products",
  option_value: "products",
  image: "products",
  customer_address: "customers",
  transaction: "orders",
  refund: "orders",
  fulfillment: "orders",
  order_return: "orders",
};

/** Where what an entry is about can be seen, below the shop's address; null: nowhere, or it was deleted. */
export function entryPlace({ resource, resource_id, parent_id, action }: Placed): string | null {
  const place = own[resource];
  if (place !== undefined) return action === "delete" ? null : `${place}/${resource_id}`;
  const parent = parents[resource];
  return parent === undefined || parent_id === null ? null : `${parent}/${parent_id}`;
}
