import { type operations, throwApiError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { createJsonText, type JsonText } from "../../../infrastructure/routing/response.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { lockProduct, markProductsChanged } from "../mark-products.ts";
import type { NewImage } from "./image-columns.ts";
import type { ImageIntake } from "./image-intake.ts";
import { loadImages, loadImageTexts } from "./image-store.ts";
import { assertRoom, insertImages } from "./insert-images.ts";
import { type ImageSource, prepareImages } from "./prepare-images.ts";

type CreateCall = Call<typeof operations.createImages>;

function toImageSource({ body, upload, query }: CreateCall): ImageSource {
  if (upload) return { file: upload.path, title: query.title ?? "" };
  return { urls: body?.images ?? [] };
}

/**
 * Fetch or read the images and write them to storage. Nothing is fetched if the product has no room for the images.
 * @throws ApiError `not_found`; `invalid` if the product would have more than nine images, or for each invalid image
 */
export async function prepareNewImages(
  intake: ImageIntake,
  database: Database,
  call: CreateCall,
): Promise<NewImage[]> {
  const { store, params } = call;
  const existingImages = (await loadImages(database, store, params.product_id)) ?? throwApiError("not_found");
  const source = toImageSource(call);
  assertRoom(existingImages.length, "urls" in source ? source.urls.length : 1);
  return prepareImages(intake, database, { store, source });
}

/**
 * Add prepared images to a product (PRD-3).
 * @throws ApiError `not_found`; `invalid` if the product would have more than nine images
 */
export async function createImages(
  { filesOrigin }: Pick<CatalogDeps, "filesOrigin">,
  tx: Transaction,
  { call, images }: { call: CreateCall; images: readonly NewImage[] },
): Promise<JsonText> {
  const { store } = call;
  const { product_id } = call.params;
  if (!(await lockProduct(tx, store, product_id))) throwApiError("not_found");
  // Counted while the product is locked, because concurrent requests may add images.
  const currentCount = (await loadImages(tx, store, product_id))?.length ?? 0;
  const ids = await insertImages(tx, store, { product_id, images, currentCount });
  await markProductsChanged(tx, call, [product_id]);
  const texts = await loadImageTexts(tx, store, { product_id, ids, origin: filesOrigin });
  return createJsonText(`{"images":[${texts.join(",")}]}`);
}
