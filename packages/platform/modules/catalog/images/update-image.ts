import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { lockProduct, markProductsChanged } from "../mark-products.ts";
import type { PositionedImage } from "./image-columns.ts";
import { loadImages, loadImageTexts, updateImageRows } from "./image-store.ts";

/**
 * Return the images in the order that results from moving one image to another position, renumbered from 1.
 * @param id the image to move
 * @param position its new position; a position greater than the number of images means the last
 */
export function moveImage(
  images: readonly PositionedImage[],
  id: number,
  position: number,
): PositionedImage[] {
  const movedImages = images.filter((image) => image.id === id);
  const otherImages = images.filter((image) => image.id !== id);
  const reorderedImages = [
    ...otherImages.slice(0, position - 1),
    ...movedImages,
    ...otherImages.slice(position - 1),
  ];
  return reorderedImages.map((image, index) => ({ ...image, position: index + 1 }));
}

/** Update an image's title and its position in the product. @throws ApiError not_found */
export async function updateImage(
  { filesOrigin }: Pick<CatalogDeps, "filesOrigin">,
  tx: Transaction,
  call: Call<typeof operations.updateImage>,
): Promise<JsonText> {
  const { store, body } = call;
  const { product_id, id } = call.params;
  if (!(await lockProduct(tx, store, product_id))) throwApiError("not_found");
  const images = (await loadImages(tx, store, product_id)) ?? [];
  const currentPosition = images.findIndex((image) => image.id === id) + 1;
  if (currentPosition === 0) throwApiError("not_found");
  const reorderedImages = moveImage(images, id, body.position ?? currentPosition);
  const updatedImages = reorderedImages.map((image) =>
    image.id === id ? { ...image, title: body.title ?? image.title } : image,
  );
  const hasChanged = await updateImageRows(tx, store, { product_id, images: updatedImages });
  if (hasChanged) await markProductsChanged(tx, call, [product_id]);
  const [text] = await loadImageTexts(tx, store, { product_id, ids: [id], origin: filesOrigin });
  return wrapRecord("image", text ?? throwApiError("not_found"));
}
