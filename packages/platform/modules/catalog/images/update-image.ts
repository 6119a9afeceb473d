import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { lockProduct, markProductsChanged } from "../mark-products.ts";
import { changeRows, imageTexts, loadImages, type PlacedImage } from "./image-store.ts";

/**
 * Return the images with one of them moved to another position, numbered from 1; a position past the last is the
 * last.
 */
export function movedTo(images: readonly PlacedImage[], id: number, position: number): PlacedImage[] {
  const moved = images.filter((image) => image.id === id);
  const others = images.filter((image) => image.id !== id);
  const order = [...others.slice(0, position - 1), ...moved, ...others.slice(position - 1)];
  return order.map((image, index) => ({ ...image, position: index + 1 }));
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
  const place = images.findIndex((image) => image.id === id) + 1;
  if (place === 0) throwApiError("not_found");
  const ordered = movedTo(images, id, body.position ?? place);
  const updated = ordered.map((image) =>
    image.id === id ? { ...image, title: body.title ?? image.title } : image,
  );
  if (await changeRows(tx, store, { product_id, images: updated }))
    await markProductsChanged(tx, call, [product_id]);
  const [text] = await imageTexts(tx, store, { product_id, ids: [id], origin: filesOrigin });
  return recordText("image", text ?? throwApiError("not_found"));
}
