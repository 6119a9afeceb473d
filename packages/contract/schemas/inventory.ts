import { Type } from "typebox";
import { actor, dateOut, id, nullable } from "./common.ts";

/** The four quantities of a level, as the ledger names them. */
export const quantityFields = [
  "inventory_quantity",
  "committed_inventory_quantity",
  "incoming_inventory_quantity",
  "reserved_inventory_quantity",
] as const;

export type QuantityField = (typeof quantityFields)[number];

const quantity = { minimum: -2_000_000_000, maximum: 2_000_000_000 };

/** The stock of one variant at one location (INV-1). */
export const inventoryLevel = Type.Object({
  id,
  variant_id: id,
  location_id: id,
  inventory_quantity: Type.Integer({ description: "Available; what set and adjust change." }),
  committed_inventory_quantity: Type.Integer({ description: "On open, unfulfilled orders (INV-3)." }),
  incoming_inventory_quantity: Type.Integer({
    description: "On open purchase orders and transfers (INV-4).",
  }),
  reserved_inventory_quantity: Type.Integer({
    description:
      "Held back from online selling (INV-5): inventory_quantity less this is available online, and nothing where that is below 0.",
  }),
  created_at: dateOut,
  updated_at: dateOut,
});

const why = {
  reason: Type.Optional(Type.String({ maxLength: 255, description: "Why, kept in the ledger." })),
  reference: Type.Optional(
    Type.String({ maxLength: 255, description: "Your own number for it, kept in the ledger." }),
  ),
};

/** Body of set (INV-7). */
export const levelSet = Type.Object({
  variant_id: id,
  location_id: id,
  quantity: Type.Integer({
    minimum: 0,
    maximum: quantity.maximum,
    description: "The new available quantity.",
  }),
  expected_quantity: Type.Optional(
    Type.Integer({
      ...quantity,
      description: "Set only if this is the quantity now; otherwise 409 with the current level.",
    }),
  ),
  ...why,
});

/** Body of adjust (INV-8). */
export const levelAdjust = Type.Object({
  variant_id: id,
  location_id: id,
  adjustment_quantity: Type.Integer({
    ...quantity,
    not: { const: 0 },
    description: "Added to the available quantity; positive or negative, never 0.",
  }),
  ...why,
});

/** Body of reserve (INV-5). */
export const levelReserve = Type.Object({
  variant_id: id,
  location_id: id,
  reserved_quantity: Type.Integer({
    minimum: 0,
    maximum: quantity.maximum,
    description:
      "Held back from online selling from now on. May be more than there is: then nothing is sold online until there is more.",
  }),
  ...why,
});

/** Most lines of one batch. */
const mostLines = 500;

const levelLine = Type.Object({
  variant_id: id,
  location_id: id,
  quantity: Type.Optional(
    Type.Integer({ minimum: 0, maximum: quantity.maximum, description: "Sets: the new available quantity." }),
  ),
  adjustment_quantity: Type.Optional(
    Type.Integer({
      ...quantity,
      not: { const: 0 },
      description: "Adjusts: added to the available quantity; positive or negative, never 0.",
    }),
  ),
  expected_quantity: Type.Optional(
    Type.Integer({
      ...quantity,
      description: "The quantity before this line; where it is another, the whole batch is refused with 409.",
    }),
  ),
  ...why,
});

/** Body of batch. */
export const levelBatch = Type.Object({
  inventory_levels: Type.Array(levelLine, {
    minItems: 1,
    maxItems: mostLines,
    description: "Each line has either quantity (set) or adjustment_quantity (adjust).",
  }),
});

/** Payload of inventory_level/inventory_quantity_update (WHK-10). */
export const inventoryQuantityUpdate = Type.Object({
  variant_id: id,
  location_id: id,
  inventory_quantity: Type.Integer(),
  adjustment: Type.Enum(["SET", "INCREASE", "DECREASE"]),
  inventory_level_updated_at: dateOut,
});

/** A line of the ledger: by how much a quantity of a level changed, why and by whom. It is never changed. */
export const inventoryMovement = Type.Object({
  id,
  variant_id: id,
  location_id: id,
  field: Type.Enum([...quantityFields], { description: "Which quantity of the level changed." }),
  change: Type.Integer(),
  resulting_quantity: Type.Integer(),
  reason: Type.String(),
  reference: nullable(Type.String()),
  actor,
  order_id: nullable(id),
  purchase_order_id: nullable(id),
  transfer_id: nullable(id),
  created_at: dateOut,
  updated_at: Type.String({ format: "date-time", description: "The same as created_at." }),
});
