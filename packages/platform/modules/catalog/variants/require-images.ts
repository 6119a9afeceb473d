import { type FieldError, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";

const statement = {
  name: "images_of_products",
  text: `
    select id, product_id from product_images where store_id = $1 and id = any($2::bigint[])`,
};

/** An image that a variant is to show. */
export interface ChosenImage {
  product_id: number;
  image_id: number;
  /** The field that named it. */
  path: string;
}

/** Checks that images belong to the products whose variants show them (PRD-4). @throws Refusal invalid naming each that does not */
export async function requireImages(
  run: Queryable,
  store: Store,
  chosen: readonly ChosenImage[],
): Promise<void> {
  const asked = chosen.filter(({ image_id }) => image_id !== 0);
  if (asked.length === 0) return;
  const { rows } = await run.query<{ id: number; product_id: number }>(statement, [
    store.id,
    asked.map(({ image_id }) => image_id),
  ]);
  const owners = new Map(rows.map(({ id, product_id }) => [id, product_id]));
  const fields = asked.flatMap(({ image_id, product_id, path }): FieldError[] =>
    owners.get(image_id) === product_id ? [] : [{ path, message: "is no image of this product; 0 is none" }],
  );
  if (fields.length > 0) refuse("invalid", { fields });
}
