import { type operations, throwApiError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { type JsonText, jsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { lockProduct, markProductsChanged } from "../mark-products.ts";
import type { ImageIntake } from "./image-intake.ts";
import { imageTexts, loadImages, type NewImage } from "./image-store.ts";
import { assertRoom, insertImages } from "./insert-images.ts";
import { type ImageSource, prepareImages } from "./prepare-images.ts";

type CreateCall = Call<typeof operations.createImages>;

function toImageSource({ body, upload, query }: CreateCall): ImageSource {
  if (upload) return { file: upload.path, title: query.title ?? "" };
  return { urls: body?.images ?? [] };
}

/**
 * Fetch or read the images and write them to storage. Images that are sure to be rejected are not fetched.
 * @throws ApiError not_found; invalid beyond nine, or naming each image that is rejected
 */
export async function prepareCreation(
  intake: ImageIntake,
  database: Database,
  call: CreateCall,
): Promise<NewImage[]> {
  const { store, params } = call;
  const there = (await loadImages(database, store, params.product_id)) ?? throwApiError("not_found");
  const source = toImageSource(call);
  assertRoom(there.length, "urls" in source ? source.urls.length : 1);
  return prepareImages(intake, database, { store, source });
}

/** Add prepared images to a product, at most nine (PRD-3). @throws ApiError not_found; invalid beyond nine */
export async function createImages(
  { filesOrigin }: Pick<CatalogDeps, "filesOrigin">,
  tx: Transaction,
  { call, images }: { call: CreateCall; images: readonly NewImage[] },
): Promise<JsonText> {
  const { store } = call;
  const { product_id } = call.params;
  if (!(await lockProduct(tx, store, product_id))) throwApiError("not_found");
  // Counted under the lock, since other requests add images too.
  const there = (await loadImages(tx, store, product_id))?.length ?? 0;
  const ids = await insertImages(tx, store, { product_id, images, there });
  await markProductsChanged(tx, call, [product_id]);
  const texts = await imageTexts(tx, store, { product_id, ids, origin: filesOrigin });
  return jsonText(`{"images":[${texts.join(",")}]}`);
}
