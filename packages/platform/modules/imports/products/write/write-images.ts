import type { Transaction } from "@souk/database";
import type { Store } from "../../../../routing/call.ts";
import { imagesOf, insertImages, lockProduct, markStale } from "../../../catalog/index.ts";
import { keepImportedImages } from "../plan/imported-images.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { FetchedImages } from "./fetch-images.ts";

type ImagePlan = Pick<Extract<ProductPlan, { kind: "create" | "update" }>, "draft" | "image_urls"> & {
  id: number;
};

/**
 * Adds the images that were fetched behind those that products have, and keeps where they came from. The caller tells.
 * @returns the products that have new ones
 */
export async function writeImages(
  tx: Transaction,
  store: Store,
  { plans, images }: { plans: readonly ImagePlan[]; images: FetchedImages },
): Promise<number[]> {
  const grown: number[] = [];
  for (const { id, draft, image_urls } of plans) {
    const fetched = image_urls.flatMap((url) => {
      const one = images.of(draft.handle, url);
      return one?.ok ? [{ url, image: one.image }] : [];
    });
    if (fetched.length === 0 || !(await lockProduct(tx, store, id))) continue;
    const there = (await imagesOf(tx, store, id))?.length ?? 0;
    const added = { product_id: id, images: fetched.map(({ image }) => image), there };
    const ids = await insertImages(tx, store, added);
    const origins = ids.map((image_id, at) => ({ image_id, url: fetched[at]?.url ?? "" }));
    await keepImportedImages(tx, store.id, origins);
    grown.push(id);
  }
  await markStale(tx, store, grown);
  return grown;
}
