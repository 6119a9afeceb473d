/** A stored value of a store that differs from the value computed from its source. */
export interface Difference {
  kind:
    | "level"
    | "missing_level"
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
    | "fulfillment_order_line"
    | "returned_units"
    | "order_stock"
    | "order_balance"
    | "transaction"
    | "refund"
    | "order_statistics";
  /**
   * The id of the level, movement, variant, product, location, customer, order or row of an order; null if the difference
   * has no such record.
   */
  id: number | null;
  variant_id: number | null;
  location_id: number | null;
  /**
   * The name of a level's quantity, of a customer's balance, of a field of an order or customer, or of a count.
   */
  field: string | null;
  /** The stored value. Values of orders and of customers' order statistics are text, and null if they are empty. */
  stored_value: number | string | null;
  /** The value computed from the source. */
  computed_value: number | string | null;
}

/** Format a difference as a sentence for the operator. */
export function formatDifference(difference: Difference): string {
  const { kind, id, variant_id, location_id, field, stored_value, computed_value } = difference;
  const stockPlace = `variant ${variant_id} at location ${location_id}`;
  switch (kind) {
    case "level":
      return `Level ${id} (${stockPlace}): ${field} is ${stored_value}, but its ledger adds up to ${computed_value}.`;
    case "missing_level":
      return `The ledger of ${stockPlace} adds up to ${computed_value} for ${field}, but the level does not exist.`;
    case "movement":
      return `Movement ${id} (${stockPlace}): the recorded ${field} after it is ${stored_value}, but the ledger up to it adds up to ${computed_value}.`;
    case "variant":
      return `Variant ${id}: inventory_quantity is ${stored_value}, but its levels add up to ${computed_value}.`;
    case "product":
      return `Product ${id}: total_quantity is ${stored_value}, but its variants add up to ${computed_value}.`;
    case "incoming":
      return `Incoming stock of ${stockPlace} is ${stored_value}, but open purchase orders and transfers add up to ${computed_value}.`;
    case "count":
      return `The count of ${field} is ${stored_value}, but there are ${computed_value}.`;
    case "primary":
      return `There are ${stored_value} primary locations instead of ${computed_value}.`;
    case "primary_inactive":
      return `Location ${id} is the primary location, but it is not active.`;
    case "balance":
      return `Customer ${id}: ${field} is ${stored_value}, but its ledger adds up to ${computed_value}.`;
    case "balance_movement":
      return `Line ${id} of the ${field} ledger: the recorded balance after it is ${stored_value}, but the lines up to it add up to ${computed_value}.`;
    case "committed":
      return `Committed stock of ${stockPlace} is ${stored_value}, but unshipped order units add up to ${computed_value}.`;
    case "order":
      return `Order ${id}: ${field} is ${stored_value}, but should be ${computed_value} according to its rows.`;
    case "order_document":
      return `The snapshot of order ${id}: ${field} is ${stored_value}, but in the order it is ${computed_value}.`;
    case "fulfillment_order":
      return `Fulfillment order ${id}: ${field} is ${stored_value}, but should be ${computed_value} according to its units.`;
    case "order_line":
      return `Order line ${id}: its fulfillment orders have ${stored_value} units, but the line has ${computed_value}.`;
    case "fulfillment_order_line":
      return `Fulfillment order line ${id}: ${stored_value} units were shipped or removed, but the line has ${computed_value}.`;
    case "returned_units":
      return `Order line ${id}: ${stored_value} units were returned, but ${computed_value} were shipped.`;
    case "order_stock":
      return `Order ${id}: its ledger entries change ${field} of ${stockPlace} by ${stored_value}, but its rows require ${computed_value}.`;
    case "order_balance":
      return `Order ${id}: it used ${stored_value} of ${field} according to the balance ledger, but ${computed_value} according to its rows.`;
    case "refund":
      return `Refund ${id}: ${field} is ${stored_value}, but in its transaction it is ${computed_value}.`;
    case "transaction":
      return `Transaction ${id}: its amount is ${stored_value}, but ${computed_value} of it was captured, voided, refunded or reversed.`;
    case "order_statistics":
      return `Customer ${id}: ${field} is ${stored_value}, but should be ${computed_value} according to their orders.`;
  }
}
