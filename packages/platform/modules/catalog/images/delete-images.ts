import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { lockProduct, markProductsChanged } from "../mark-products.ts";
import { loadVariantIds, lockVariants } from "../variant-store.ts";
import { deleteImageRows, loadImages, unlinkVariants, updateImageRows } from "./image-store.ts";

/** Parse a comma-separated list of ids. @throws ApiError `invalid` for an id that is too large for a number */
function parseImageIds(text: string): number[] {
  const ids = text.split(",").map((id) => Number(id.trim()));
  if (!ids.every(Number.isSafeInteger)) throwFieldError("image_ids", "invalid_format", { format: "ids" });
  return [...new Set(ids)];
}

/**
 * Delete images of a product, all or none. They are unlinked from the product's variants (PRD-4), and the remaining images are
 * renumbered. The files are removed after the commit.
 * @throws ApiError `not_found` for the product; `invalid` if one of the ids does not belong to an image of the product
 */
export async function deleteImages(
  tx: Transaction,
  call: Call<typeof operations.deleteImages>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { product_id } = call.params;
  const ids = parseImageIds(call.body.image_ids);
  const variantIds = (await loadVariantIds(tx, store, product_id)) ?? throwApiError("not_found");
  // Variants are locked before their product, as everywhere. All variants are locked, so that none can be linked to a deleted image.
  await lockVariants(tx, store, { product_id, ids: [...variantIds] });
  if (!(await lockProduct(tx, store, product_id))) throwApiError("not_found");
  const images = (await loadImages(tx, store, product_id)) ?? [];
  const unknownIds = ids.filter((id) => !images.some((image) => image.id === id));
  if (unknownIds.length > 0)
    throwFieldError(
      "image_ids",
      "not_found",
      { resource: "image", of: "product" },
      `{field} contains ids that match no image of this product: ${unknownIds.join(", ")}.`,
    );
  await unlinkVariants(tx, store, { product_id, ids });
  await deleteImageRows(tx, store, { product_id, ids });
  const remainingImages = images.filter(({ id }) => !ids.includes(id));
  await updateImageRows(tx, store, {
    product_id,
    images: remainingImages.map((image, index) => ({ ...image, position: index + 1 })),
  });
  await markProductsChanged(tx, call, [product_id]);
  return {};
}
