import { Type } from "typebox";
import { dateOut, id } from "./common.ts";

const positionRule = "Its place in the collection, from 1.";

/** A product's place in a collection (PRD-3). */
export const collect = Type.Object({
  id,
  product_id: id,
  collection_id: id,
  position: Type.Integer({
    description: `${positionRule} A gap stays where a product was taken out; those of one place stand in the order of their ids.`,
  }),
  created_at: dateOut,
  updated_at: dateOut,
});

const position = Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: positionRule });

/** Puts a product into a collection; without a place it stands behind the last. */
export const collectCreate = Type.Object({
  product_id: id,
  collection_id: id,
  position: Type.Optional(position),
});

/** Moves a product within its collection. */
export const collectUpdate = Type.Object({ position });
