import { maxImages, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { assertWithinQuota } from "../../../infrastructure/quotas/index.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { keepFiles } from "../../../infrastructure/storage/index.ts";
import type { NewImage } from "./image-columns.ts";
import { insertImageRows } from "./image-store.ts";

/**
 * Check that a product has room for more images.
 * @throws ApiError `invalid` for `images` if the product would have more than nine images
 */
export function assertRoom(currentCount: number, newCount: number): void {
  if (currentCount + newCount <= maxImages) return;
  const room = maxImages - currentCount;
  const consequence = room <= 0 ? "none can be added" : `${room} more can be added`;
  throwFieldError(
    "images",
    "too_many",
    { max: maxImages },
    `A product can have at most ${maxImages} images. This one has ${currentCount}, so ${consequence}.`,
  );
}

/**
 * Insert prepared images after the existing images of a product. The caller has locked the product, or creates it in this
 * transaction, and marks it as changed.
 * @param currentCount how many images the product has
 * @returns the new ids, in the order of the images
 * @throws ApiError `invalid` if the product would have more than nine images; `unavailable` if the images were prepared an hour ago
 *   or more; `quota_exceeded`
 */
export async function insertImages(
  tx: Transaction,
  store: Store,
  {
    product_id,
    images,
    currentCount,
  }: { product_id: number; images: readonly NewImage[]; currentCount: number },
): Promise<number[]> {
  if (images.length === 0) return [];
  assertRoom(currentCount, images.length);
  const paths = images.map(({ path }) => path);
  if (!(await keepFiles(tx, store.id, paths))) throwApiError("unavailable", { retry_after_s: 1 });
  const ids = await insertImageRows(tx, store, { product_id, images, currentCount });
  await assertWithinQuota(tx, store.id, "file_bytes");
  return ids;
}
