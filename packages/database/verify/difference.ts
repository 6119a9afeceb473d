/** A stored value of a store that differs from the value computed from its source. */
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
   * The id of the level, movement, variant, product, location, customer, order or row of an order; null if the difference
   * has no such record.
   */
  id: number | null;
  variant_id: number | null;
  location_id: number | null;
  /**
   * The quantity of a level, the balance of a customer, the field of an order or customer, or the name of a count.
   */
  field: string | null;
  /** The stored value. Values of orders and of customers' order statistics are text, and null if they are empty. */
  shown: number | string | null;
  /** The value computed from the source. */
  summed: number | string | null;
}

/** Format a difference as a sentence for the operator. */
export function formatDifference(difference: Difference): string {
  const { kind, id, variant_id, location_id, field, shown, summed } = difference;
  const stockPlace = `variant ${variant_id} at location ${location_id}`;
  switch (kind) {
    case "level":
      return `Level ${id} (${stockPlace}): ${field} is ${shown}, but its ledger adds up to ${summed}.`;
    case "gone_level":
      return `The ledger of ${stockPlace} adds up to ${summed} for ${field}, but the level does not exist.`;
    case "movement":
      return `Movement ${id} (${stockPlace}): ${field} after it is recorded as ${shown}, but the ledger up to it adds up to ${summed}.`;
    case "variant":
      return `Variant ${id}: inventory_quantity is ${shown}, but its levels add up to ${summed}.`;
    case "product":
      return `Product ${id}: total_quantity is ${shown}, but its variants add up to ${summed}.`;
    case "incoming":
      return `Incoming stock of ${stockPlace} is ${shown}, but open purchase orders and transfers add up to ${summed}.`;
    case "count":
      return `The count of ${field} is ${shown}, but there are ${summed}.`;
    case "primary":
      return `There are ${shown} primary locations instead of ${summed}.`;
    case "primary_inactive":
      return `Location ${id} is the primary location, but it is not active.`;
    case "balance":
      return `Customer ${id}: ${field} is ${shown}, but its ledger adds up to ${summed}.`;
    case "balance_movement":
      return `Line ${id} of the ${field} ledger: the balance after it is recorded as ${shown}, but the lines up to it add up to ${summed}.`;
    case "committed":
      return `Committed stock of ${stockPlace} is ${shown}, but unshipped order units add up to ${summed}.`;
    case "order":
      return `Order ${id}: ${field} is ${shown}, but should be ${summed} according to its rows.`;
    case "order_document":
      return `The snapshot of order ${id}: ${field} is ${shown}, but in the order it is ${summed}.`;
    case "fulfillment_order":
      return `Fulfillment order ${id}: ${field} is ${shown}, but should be ${summed} according to its units.`;
    case "order_line":
      return `Order line ${id}: its fulfillment orders have ${shown} units, but it has ${summed}.`;
    case "order_share":
      return `Fulfillment order line ${id}: ${shown} units were shipped or removed, but it has ${summed}.`;
    case "order_back":
      return `Order line ${id}: ${shown} units were returned, but ${summed} were shipped.`;
    case "order_stock":
      return `Order ${id}: its ledger changes ${field} of ${stockPlace} by ${shown}, but its rows change it by ${summed}.`;
    case "order_balance":
      return `Order ${id}: it used ${shown} of ${field} according to the balance ledger, but ${summed} according to its rows.`;
    case "refund":
      return `Refund ${id}: ${field} is ${shown}, but in its transaction it is ${summed}.`;
    case "transaction":
      return `Transaction ${id}: its amount is ${shown}, but ${summed} of it was captured, voided, refunded or reversed.`;
    case "buyer":
      return `Customer ${id}: ${field} is ${shown}, but should be ${summed} according to their orders.`;
  }
}
