import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { lockProduct, markProductsChanged } from "../mark-products.ts";
import { loadVariantIds, lockVariants } from "../variant-store.ts";
import { changeRows, deleteRows, loadImages, unlinkVariants } from "./image-store.ts";

/** Parse a list of ids. @throws ApiError invalid naming an id that is too large for a number */
function idsIn(text: string): number[] {
  const ids = text.split(",").map((part) => Number(part.trim()));
  if (!ids.every(Number.isSafeInteger)) throwFieldError("image_ids", "invalid_format", { format: "ids" });
  return [...new Set(ids)];
}

/**
 * Delete images of a product, all or none. Variants that showed one show none (PRD-4), later images move up, and the
 * files are removed after the commit.
 * @throws ApiError not_found for the product; invalid naming ids of no image of it
 */
export async function deleteImages(
  tx: Transaction,
  call: Call<typeof operations.deleteImages>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { product_id } = call.params;
  const ids = idsIn(call.body.image_ids);
  const variants = (await loadVariantIds(tx, store, product_id)) ?? throwApiError("not_found");
  // Variants are locked before their product, as everywhere; all of them, so that none starts to show an image being deleted.
  await lockVariants(tx, store, { product_id, ids: [...variants] });
  if (!(await lockProduct(tx, store, product_id))) throwApiError("not_found");
  const images = (await loadImages(tx, store, product_id)) ?? [];
  const unknown = ids.filter((id) => !images.some((image) => image.id === id));
  if (unknown.length > 0)
    throwFieldError(
      "image_ids",
      "not_found",
      { resource: "image", of: "product" },
      `This product has no image ${unknown.join(", ")}.`,
    );
  await unlinkVariants(tx, store, { product_id, ids });
  await deleteRows(tx, store, { product_id, ids });
  const left = images.filter(({ id }) => !ids.includes(id));
  await changeRows(tx, store, {
    product_id,
    images: left.map((image, index) => ({ ...image, position: index + 1 })),
  });
  await markProductsChanged(tx, call, [product_id]);
  return {};
}
