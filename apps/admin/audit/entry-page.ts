import type { PageUrl } from "@souk/contract";
import { toStorePage } from "../page-urls.ts";
import type { AuditEntry } from "./audit-queries.ts";

type RecordPage = "/products/$id" | "/customers/$id" | "/orders/$id";
type EntryRecord = Pick<AuditEntry, "resource" | "resource_id" | "parent_id" | "action">;

/** The page of each kind of record that has one. */
const recordPages: Readonly<Partial<Record<AuditEntry["resource"], RecordPage>>> = {
  product: "/products/$id",
  customer: "/customers/$id",
  order: "/orders/$id",
};

/** The pages of parent records, which show the records that have no page of their own. */
const parentPages: typeof recordPages = {
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

/** Return the page that shows an entry's record; null if no page does or if the record was deleted. */
export function findEntryPage({ resource, resource_id, parent_id, action }: EntryRecord): PageUrl | null {
  const page = recordPages[resource];
  if (page !== undefined) return action === "delete" ? null : toStorePage(page, { id: resource_id });
  const parentPage = parentPages[resource];
  return parentPage === undefined || parent_id === null ? null : toStorePage(parentPage, { id: parent_id });
}
