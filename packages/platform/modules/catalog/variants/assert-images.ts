import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

const statement = defineStatement(
  "images_of_products",
  `
    select id, product_id from product_images where store_id = $1 and id = any($2::bigint[])`,
);

/** An image that a variant is to show. */
export interface ChosenImage {
  product_id: number;
  image_id: number;
  /** The field that named it. */
  path: string;
}

/**
 * Check that images belong to the products whose variants show them (PRD-4).
 * @throws ApiError invalid naming each that does not
 */
export async function assertImages(
  db: Queryable,
  store: Store,
  chosen: readonly ChosenImage[],
): Promise<void> {
  const asked = chosen.filter(({ image_id }) => image_id !== 0);
  if (asked.length === 0) return;
  const rows = await db.many<{ id: number; product_id: number }>(statement, [
    store.id,
    asked.map(({ image_id }) => image_id),
  ]);
  const owners = new Map(rows.map(({ id, product_id }) => [id, product_id]));
  const fields = asked.flatMap(({ image_id, product_id, path }): FieldError[] =>
    owners.get(image_id) === product_id
      ? []
      : [
          fieldError(
            path,
            "not_found",
            { resource: "image", of: "product" },
            "{field} does not match an image of this product. Send 0 for no image.",
          ),
        ],
  );
  if (fields.length > 0) throwApiError("invalid", { fields });
}
