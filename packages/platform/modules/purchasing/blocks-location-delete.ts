import { defineStatement } from "@souk/database";
import type { LocationKeeper } from "../inventory/index.ts";

const statement = defineStatement(
  "purchasing_keeps_location",
  `
    select 'PO-' || number as number from purchase_orders
    where store_id = $1 and location_id = $2 and status in ('ordered', 'partially_received')
    union all
    select 'TR-' || number from transfers
    where store_id = $1 and from_location_id = $2 and status in ('in_transit', 'partially_received')
    union all
    select 'TR-' || number from transfers
    where store_id = $1 and to_location_id = $2 and status in ('in_transit', 'partially_received')
    limit 4`,
);

/**
 * Blocks the deletion of a location that units are in transit to or from; drafts and documents that have ended do not
 * block it.
 */
export const purchasingBlocksLocationDelete: LocationKeeper = async (tx, store, locationId) => {
  const rows = await tx.many<{ number: string }>(statement, [store.id, locationId]);
  if (rows.length === 0) return null;
  const names = rows.map(({ number }) => number);
  const named = names.length > 3 ? `${names.slice(0, 3).join(", ")} and others` : names.join(", ");
  return `Units are on their way to or from this location: ${named}. Receive or cancel that first.`;
};
