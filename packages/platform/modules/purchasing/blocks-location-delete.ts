import { defineStatement } from "@souk/database";
import type { LocationDeletionCheck } from "../inventory/index.ts";

/** The maximum number of documents that the reason names. One more is loaded, to know whether there are others. */
const maxNamedDocuments = 3;

const blockingDocumentsStatement = defineStatement(
  "documents_blocking_location_delete",
  `
    select 'PO-' || number as number from purchase_orders
    where store_id = $1 and location_id = $2 and status in ('ordered', 'partially_received')
    union all
    select 'TR-' || number from transfers
    where store_id = $1 and from_location_id = $2 and status in ('in_transit', 'partially_received')
    union all
    select 'TR-' || number from transfers
    where store_id = $1 and to_location_id = $2 and status in ('in_transit', 'partially_received')
    limit ${maxNamedDocuments + 1}`,
);

/**
 * Return the reason why a location cannot be deleted, or null if it can. It cannot be deleted while units are in transit
 * to it or from it. Drafts and documents that are received or canceled do not prevent the deletion.
 */
export const explainDocumentsBlockingDelete: LocationDeletionCheck = async (tx, store, locationId) => {
  const rows = await tx.many<{ number: string }>(blockingDocumentsStatement, [store.id, locationId]);
  if (rows.length === 0) return null;
  const numbers = rows.map(({ number }) => number);
  const documents =
    numbers.length > maxNamedDocuments
      ? `${numbers.slice(0, maxNamedDocuments).join(", ")} and others`
      : numbers.join(", ");
  return `Units are in transit to or from this location: ${documents}. Receive or cancel these purchase orders and transfers first.`;
};
