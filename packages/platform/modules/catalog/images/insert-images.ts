import { maxImages, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { keepFiles } from "../../../infrastructure/storage/index.ts";
import { insertRows, type NewImage } from "./image-store.ts";

/**
 * Check that a product has room for more images.
 * @throws ApiError invalid naming `images` when it would have more than nine
 */
export function assertRoom(there: number, more: number): void {
  if (there + more <= maxImages) return;
  const room = maxImages - there;
  const left = room <= 0 ? "none can be added" : `${room} more can be added`;
  throwFieldError(
    "images",
    "too_many",
    { max: maxImages },
    `A product can have at most ${maxImages} images. This one has ${there}, so ${left}.`,
  );
}

/**
 * Write prepared images after those of a product. The caller has locked the product or creates it in the same
 * transaction, and marks it as changed.
 * @param there how many images the product has
 * @returns the new ids, in their order
 * @throws ApiError invalid beyond nine; unavailable when the images were prepared an hour ago
 */
export async function insertImages(
  tx: Transaction,
  store: Store,
  { product_id, images, there }: { product_id: number; images: readonly NewImage[]; there: number },
): Promise<number[]> {
  if (images.length === 0) return [];
  assertRoom(there, images.length);
  const paths = images.map(({ path }) => path);
  if (!(await keepFiles(tx, store.id, paths))) throwApiError("unavailable", { retry_after_s: 1 });
  return insertRows(tx, store, { product_id, images, behind: there });
}
