import { type operations, refuse } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { type JsonText, jsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { lockProduct, markChanged } from "../mark-products.ts";
import { imagesOf, imageTexts, type NewImage } from "./image-store.ts";
import { insertImages, requireRoom } from "./insert-images.ts";
import type { PictureIntake } from "./picture-intake.ts";
import { type PictureSource, prepareImages } from "./prepare-images.ts";

type CreateCall = Call<typeof operations.createImages>;

function sourceOf({ body, upload, query }: CreateCall): PictureSource {
  if (upload) return { file: upload.path, title: query.title ?? "" };
  return { urls: body?.images ?? [] };
}

/**
 * Fetches or reads the pictures and puts them into the storage. What is sure to be refused is not fetched.
 * @throws Refusal not_found; invalid beyond nine, or naming each picture that cannot be taken
 */
export async function prepareCreation(
  intake: PictureIntake,
  database: Database,
  call: CreateCall,
): Promise<NewImage[]> {
  const { store, params } = call;
  const there = (await imagesOf(database, store, params.product_id)) ?? refuse("not_found");
  const source = sourceOf(call);
  requireRoom(there.length, "urls" in source ? source.urls.length : 1);
  return prepareImages(intake, database, { store, source });
}

/** Adds prepared pictures to a product, at most nine (PRD-3). @throws Refusal not_found; invalid beyond nine */
export async function createImages(
  { facts, origin }: { facts: FactRegistry; origin: string },
  tx: Transaction,
  { call, images }: { call: CreateCall; images: readonly NewImage[] },
): Promise<JsonText> {
  const { store } = call;
  const { product_id } = call.params;
  if (!(await lockProduct(tx, store, product_id))) refuse("not_found");
  // Counted under the lock: others add pictures too.
  const there = (await imagesOf(tx, store, product_id))?.length ?? 0;
  const ids = await insertImages(tx, store, { product_id, images, there });
  await markChanged(facts, tx, { store, cause: call, ids: [product_id] });
  const texts = await imageTexts(tx, store, { product_id, ids, origin });
  return jsonText(`{"images":[${texts.join(",")}]}`);
}
