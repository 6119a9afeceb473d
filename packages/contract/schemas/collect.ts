import { Type } from "typebox";
import { id, timestamp } from "./common.ts";

const positionRule = "Position in the collection, starting at 1.";

/** Membership of a product in a collection (PRD-3). */
export const collect = Type.Object({
  id,
  product_id: { ...id, description: "Id of the product." },
  collection_id: { ...id, description: "Id of the collection." },
  position: Type.Integer({
    description: `${positionRule} If a product is removed, other positions do not change. Collects with the same position are sorted by id.`,
  }),
  created_at: timestamp,
  updated_at: timestamp,
});

const position = Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: positionRule });

/** Fields of a new collect. If `position` is omitted, the collect is placed last. */
export const collectCreate = Type.Object({
  product_id: { ...id, description: "Id of the product." },
  collection_id: { ...id, description: "Id of the collection." },
  position: Type.Optional(position),
});

/** Fields that move a product within its collection. */
export const collectUpdate = Type.Object({ position });
