import type { LevelLine } from "../inventory/index.ts";
import type { DocumentKind } from "./document-kind.ts";
import { isOpen, locationAt, type StockDocument } from "./stock-document.ts";

/**
 * Compute the effect of a document on levels (INV-4): open units are incoming at their destination, received ones are
 * available there, and both are subtracted at their origin. A draft has no effect.
 */
export function computeStockEffect({ from, to }: DocumentKind, document: StockDocument): LevelLine[] {
  const origin = locationAt(document.header, from);
  const destination = locationAt(document.header, to);
  const open = isOpen(document);
  return document.lines.flatMap(({ variant_id, quantity, received_quantity }) => {
    const onTheWay = open ? quantity - received_quantity : 0;
    const share = (location_id: number | null, field: LevelLine["field"], change: number): LevelLine[] =>
      location_id === null || change === 0 ? [] : [{ variant_id, location_id, field, change }];
    return [
      ...share(destination, "incoming_inventory_quantity", onTheWay),
      ...share(destination, "inventory_quantity", received_quantity),
      ...share(origin, "inventory_quantity", -onTheWay - received_quantity),
    ];
  });
}
