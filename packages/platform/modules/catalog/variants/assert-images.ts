import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

const statement = defineStatement(
  "images_of_products",
  `
    select id, product_id from product_images where store_id = $1 and id = any($2::bigint[])`,
);

/** An image to assign to a variant. */
export interface ImageAssignment {
  product_id: number;
  image_id: number;
  /** The path of the field that contains the image's id. */
  path: string;
}

/**
 * Check that each image belongs to the product of its variant (PRD-4). The id 0 means no image.
 * @throws ApiError `invalid` for each image that does not belong to this product
 */
export async function assertImages(
  db: Queryable,
  store: Store,
  assignments: readonly ImageAssignment[],
): Promise<void> {
  const checkedAssignments = assignments.filter(({ image_id }) => image_id !== 0);
  if (checkedAssignments.length === 0) return;
  const rows = await db.many<{ id: number; product_id: number }>(statement, [
    store.id,
    checkedAssignments.map(({ image_id }) => image_id),
  ]);
  const productIdByImage = new Map(rows.map(({ id, product_id }) => [id, product_id]));
  const fields = checkedAssignments.flatMap(({ image_id, product_id, path }): FieldError[] =>
    productIdByImage.get(image_id) === product_id
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
