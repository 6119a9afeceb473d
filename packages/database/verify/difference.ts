/** Something in a store that is not what it is made up of. */
export interface Difference {
  kind:
    | "level"
    | "gone_level"
    | "movement"
    | "variant"
    | "product"
    | "incoming"
    | "count"
    | "primary"
    | "primary_inactive"
    | "balance"
    | "balance_movement";
  /** Of the level, movement, variant, product, location or customer; null where it has none. */
  id: number | null;
  variant_id: number | null;
  location_id: number | null;
  /** The quantity of a level, the balance of a customer, or the resource that is counted. */
  field: string | null;
  /** What it says. */
  shown: number;
  /** What it is made up of. */
  summed: number;
}

/** A difference as a sentence for the person who keeps the platform. */
export function sentenceOf(difference: Difference): string {
  const { kind, id, variant_id, location_id, field, shown, summed } = difference;
  const place = `variant ${variant_id} at location ${location_id}`;
  switch (kind) {
    case "level":
      return `Level ${id} (${place}): ${field} is ${shown}, its ledger comes to ${summed}.`;
    case "gone_level":
      return `The ledger of ${place} comes to ${summed} of ${field}, but there is no such level.`;
    case "movement":
      return `Movement ${id} (${place}): ${field} is said to be ${shown} after it, the ledger up to it comes to ${summed}.`;
    case "variant":
      return `Variant ${id}: inventory_quantity is ${shown}, its levels come to ${summed}.`;
    case "product":
      return `Product ${id}: total_quantity is ${shown}, its variants come to ${summed}.`;
    case "incoming":
      return `Incoming of ${place} is ${shown}, open purchase orders and transfers bring ${summed}.`;
    case "count":
      return `The count of ${field} is ${shown}, there are ${summed}.`;
    case "primary":
      return `There are ${shown} primary locations, not ${summed}.`;
    case "primary_inactive":
      return `Location ${id} is primary and not active.`;
    case "balance":
      return `Customer ${id}: ${field} is ${shown}, its ledger comes to ${summed}.`;
    case "balance_movement":
      return `Line ${id} of the ledger of ${field}: it is said to be ${shown} after it, the lines up to it come to ${summed}.`;
  }
}
