import Type from "typebox";
import { dateOut, id, nullable } from "./common.ts";

const quantity = { minimum: -2_000_000_000, maximum: 2_000_000_000 };

/** A place that holds stock; exactly one is primary (INV-9). */
export const location = Type.Object({
  id,
  location_id: Type.Integer({ description: "The same as id." }),
  code: Type.String(),
  name: Type.String(),
  address1: Type.String(),
  address2: Type.String(),
  city: Type.String(),
  province_code: Type.String(),
  country_code: Type.String(),
  zip: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  is_primary: Type.Boolean(),
  enabled_pickup: Type.Boolean(),
  is_active: Type.Boolean(),
  created_at: dateOut,
  updated_at: dateOut,
});

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
  reserved_inventory_quantity: Type.Integer({ description: "Held back from online selling (INV-5)." }),
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

/** Payload of inventory_level/inventory_quantity_update (WHK-10). */
export const inventoryQuantityUpdate = Type.Object({
  variant_id: id,
  location_id: id,
  inventory_quantity: Type.Integer(),
  adjustment: Type.Enum(["SET", "INCREASE", "DECREASE"]),
  inventory_level_updated_at: dateOut,
});
