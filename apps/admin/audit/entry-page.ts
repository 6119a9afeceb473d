import type { PageUrl } from "@souk/contract";
import { toStorePage } from "../page-urls.ts";
import type { AuditEntry } from "./audit-queries.ts";

type RecordPage = "/products/$id" | "/customers/$id" | "/orders/$id";
type EntryRecord = Pick<AuditEntry, "resource" | "resource_id" | "parent_id" | "action">;

/** The page of each kind of record that has a page of its own. */
const recordPages: Readonly<Partial<Record<AuditEntry["resource"], RecordPage>>> = {
  product: "/products/$id",
  customer: "/customers/$id",
  order: "/orders/$id",
};

/** The page of the parent record, for each kind of record that has no page of its own but whose parent has one. */
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

/**
 * Return the page of an entry's record or, if the record has no page of its own, the page of its parent. Return null if
 * there is no such page or if a record with a page of its own was deleted.
 */
export function findEntryPage({ resource, resource_id, parent_id, action }: EntryRecord): PageUrl | null {
  const page = recordPages[resource];
  if (page !== undefined) return action === "delete" ? null : toStorePage(page, { id: resource_id });
  const parentPage = parentPages[resource];
  return parentPage === undefined || parent_id === null ? null : toStorePage(parentPage, { id: parent_id });
}
