/** A stored value in a store that differs from its computed one. */
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
    | "balance_movement"
    | "committed"
    | "order"
    | "order_document"
    | "fulfillment_order"
    | "order_line"
    | "order_share"
    | "order_back"
    | "order_stock"
    | "order_balance"
    | "transaction"
    | "refund"
    | "buyer";
  /**
   * The id of the level, movement, variant, product, location, customer, order or part of an order; null if there is none.
   */
  id: number | null;
  variant_id: number | null;
  location_id: number | null;
  /**
   * The quantity of a level, the balance of a customer, the field of an order, or the resource that is counted.
   */
  field: string | null;
  /** The stored value; of orders and their customers as text, null where there is none. */
  shown: number | string | null;
  /** The computed value. */
  summed: number | string | null;
}

/** Format a difference as a sentence for the operator. */
export function formatDifference(difference: Difference): string {
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
    case "committed":
      return `Committed of ${place} is ${shown}, orders that are still to be sent come to ${summed}.`;
    case "order":
      return `Order ${id}: ${field} is ${shown}, its rows come to ${summed}.`;
    case "order_document":
      return `The kept events data of order ${id}: ${field} is ${shown}, the order's own is ${summed}.`;
    case "fulfillment_order":
      return `Fulfillment order ${id}: ${field} is ${shown}, what became of its units comes to ${summed}.`;
    case "order_line":
      return `Line ${id} of an order: its fulfillment orders have ${shown} units, it has ${summed}.`;
    case "order_share":
      return `Line ${id} of a fulfillment order: ${shown} units were sent or taken away, it has ${summed}.`;
    case "order_back":
      return `Line ${id} of an order: ${shown} units came back, ${summed} were sent.`;
    case "order_stock":
      return `Order ${id}: its ledger comes to ${shown} of ${field} of ${place}, its rows come to ${summed}.`;
    case "order_balance":
      return `Order ${id}: the ledger of balances comes to ${shown} of ${field} that it took, its rows come to ${summed}.`;
    case "refund":
      return `Refund ${id}: ${field} is ${shown}, its transaction's is ${summed}.`;
    case "transaction":
      return `Transaction ${id} is of ${shown}, and ${summed} of it were captured, voided, refunded or undone.`;
    case "buyer":
      return `Customer ${id}: ${field} is ${shown}, their orders come to ${summed}.`;
  }
}
