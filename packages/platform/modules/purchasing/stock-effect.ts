import type { LevelLine } from "../inventory/index.ts";
import type { DocumentKind } from "./document-kind.ts";
import { getLocationId, isOpen, type StockDocument } from "./stock-document.ts";

/**
 * Compute what a document in its current state adds to levels (INV-4). Units in transit are incoming at the destination,
 * and received units are available there. Both are subtracted at the origin of a transfer. A draft has no effect.
 */
export function computeStockEffect(
  { originField, destinationField }: DocumentKind,
  document: StockDocument,
): LevelLine[] {
  const origin = getLocationId(document.header, originField);
  const destination = getLocationId(document.header, destinationField);
  const isInTransit = isOpen(document);
  return document.lines.flatMap(({ variant_id, quantity, received_quantity }) => {
    const inTransit = isInTransit ? quantity - received_quantity : 0;
    const buildEffect = (
      location_id: number | null,
      field: LevelLine["field"],
      change: number,
    ): LevelLine[] =>
      location_id === null || change === 0 ? [] : [{ variant_id, location_id, field, change }];
    return [
      ...buildEffect(destination, "incoming_inventory_quantity", inTransit),
      ...buildEffect(destination, "inventory_quantity", received_quantity),
      ...buildEffect(origin, "inventory_quantity", -inTransit - received_quantity),
    ];
  });
}
