import { Type } from "typebox";
import { actor, id, nullable, timestamp } from "./common.ts";

/** Quantity fields of a level. The ledger records changes under these names. */
export const quantityFields = [
  "inventory_quantity",
  "committed_inventory_quantity",
  "incoming_inventory_quantity",
  "reserved_inventory_quantity",
] as const;

export type QuantityField = (typeof quantityFields)[number];

const quantityLimits = { minimum: -2_000_000_000, maximum: 2_000_000_000 };

/** Stock of one variant at one location (INV-1). */
export const inventoryLevel = Type.Object({
  id,
  variant_id: { ...id, description: "Id of the variant." },
  location_id: { ...id, description: "Id of the location." },
  inventory_quantity: Type.Integer({
    description: "Available stock, changed by the set and adjust endpoints.",
  }),
  committed_inventory_quantity: Type.Integer({ description: "Units on open, unfulfilled orders." }),
  incoming_inventory_quantity: Type.Integer({
    description: "Units on open purchase orders and transfers.",
  }),
  reserved_inventory_quantity: Type.Integer({
    description:
      "Units that are not sold online. The quantity available online is `inventory_quantity` minus this quantity, but " +
      "never below 0.",
  }),
  created_at: timestamp,
  updated_at: timestamp,
});

const movementFields = {
  reason: Type.Optional(Type.String({ maxLength: 255, description: "Reason, stored with the movement." })),
  reference: Type.Optional(
    Type.String({ maxLength: 255, description: "Your own reference, stored with the movement." }),
  ),
};

/** Request body that sets a level (INV-7). */
export const levelSet = Type.Object({
  variant_id: { ...id, description: "Id of the variant." },
  location_id: { ...id, description: "Id of the location." },
  quantity: Type.Integer({
    minimum: 0,
    maximum: quantityLimits.maximum,
    description: "New available quantity.",
  }),
  expected_quantity: Type.Optional(
    Type.Integer({
      ...quantityLimits,
      description:
        "Sets the quantity only if this is the current quantity (compare-and-set). If it is not, the request is rejected " +
        "with 409 and the current level.",
    }),
  ),
  ...movementFields,
});

/** Request body that adjusts a level (INV-8). */
export const levelAdjust = Type.Object({
  variant_id: { ...id, description: "Id of the variant." },
  location_id: { ...id, description: "Id of the location." },
  adjustment_quantity: Type.Integer({
    ...quantityLimits,
    not: { const: 0 },
    description: "Quantity to add to the available quantity; positive or negative, never 0.",
  }),
  ...movementFields,
});

/** Request body that reserves units of a level (INV-5). */
export const levelReserve = Type.Object({
  variant_id: { ...id, description: "Id of the variant." },
  location_id: { ...id, description: "Id of the location." },
  reserved_quantity: Type.Integer({
    minimum: 0,
    maximum: quantityLimits.maximum,
    description:
      "New quantity that is not sold online. It can exceed the available quantity. In that case, nothing is sold online " +
      "until there is more stock.",
  }),
  ...movementFields,
});

/** Maximum lines in one batch. */
const maxLines = 500;

const levelLine = Type.Object({
  variant_id: { ...id, description: "Id of the variant." },
  location_id: { ...id, description: "Id of the location." },
  quantity: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: quantityLimits.maximum,
      description: "Sets the available quantity.",
    }),
  ),
  adjustment_quantity: Type.Optional(
    Type.Integer({
      ...quantityLimits,
      not: { const: 0 },
      description: "Adjusts the available quantity; positive or negative, never 0.",
    }),
  ),
  expected_quantity: Type.Optional(
    Type.Integer({
      ...quantityLimits,
      description:
        "Expected quantity before this line. If the quantity differs, the whole batch is rejected with 409.",
    }),
  ),
  ...movementFields,
});

/** Request body that sets and adjusts several levels. */
export const levelBatch = Type.Object({
  inventory_levels: Type.Array(levelLine, {
    minItems: 1,
    maxItems: maxLines,
    description: "Each line must have either `quantity` (set) or `adjustment_quantity` (adjust).",
  }),
});

/** Payload of inventory_level/inventory_quantity_update (WHK-10). */
export const inventoryQuantityUpdate = Type.Object({
  variant_id: { ...id, description: "Id of the variant." },
  location_id: { ...id, description: "Id of the location." },
  inventory_quantity: Type.Integer(),
  adjustment: Type.Enum(["SET", "INCREASE", "DECREASE"]),
  inventory_level_updated_at: timestamp,
});

/**
 * Entry of the inventory ledger: a change of one quantity of a level, with its reason and actor. An entry never changes.
 */
export const inventoryMovement = Type.Object({
  id,
  variant_id: { ...id, description: "Id of the variant." },
  location_id: { ...id, description: "Id of the location." },
  field: Type.Enum([...quantityFields], { description: "Quantity field that changed." }),
  change: Type.Integer({ description: "Change of the quantity; negative for a decrease." }),
  resulting_quantity: Type.Integer({ description: "Quantity after the change." }),
  reason: Type.String({ description: "Reason for the change." }),
  reference: nullable(Type.String({ description: "Your own reference for the change." })),
  actor,
  order_id: nullable({
    ...id,
    description: "Id of the order that caused the change; null if there is none.",
  }),
  purchase_order_id: nullable({
    ...id,
    description: "Id of the purchase order that caused the change; null if there is none.",
  }),
  transfer_id: nullable({
    ...id,
    description: "Id of the transfer that caused the change; null if there is none.",
  }),
  created_at: timestamp,
  updated_at: Type.String({ format: "date-time", description: "Equal to `created_at`." }),
});
