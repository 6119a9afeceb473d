import type { LevelLine } from "../inventory/index.ts";
import type { DocumentKind } from "./document-kind.ts";
import { getLocationId, hasIncomingUnits, type StockDocument } from "./stock-document.ts";

/**
 * Compute what a document in its current state adds to levels (INV-4). Units that are not received yet are incoming at the destination,
 * and received units are available there. Both kinds of units are subtracted at the origin of a transfer. A draft has no effect.
 */
export function computeStockEffect(
  { originField, destinationField }: DocumentKind,
  document: StockDocument,
): LevelLine[] {
  const origin = getLocationId(document.header, originField);
  const destination = getLocationId(document.header, destinationField);
  const isIncoming = hasIncomingUnits(document);
  return document.lines.flatMap(({ variant_id, quantity, received_quantity }) => {
    const incomingUnits = isIncoming ? quantity - received_quantity : 0;
    const buildEffect = (
      location_id: number | null,
      field: LevelLine["field"],
      change: number,
    ): LevelLine[] =>
      location_id === null || change === 0 ? [] : [{ variant_id, location_id, field, change }];
    return [
      ...buildEffect(destination, "incoming_inventory_quantity", incomingUnits),
      ...buildEffect(destination, "inventory_quantity", received_quantity),
      ...buildEffect(origin, "inventory_quantity", -incomingUnits - received_quantity),
    ];
  });
}
