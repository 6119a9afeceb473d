import type { Transaction } from "@souk/database";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import { insertImages, loadImages, lockProduct, markStale } from "../../../catalog/index.ts";
import { keepImportedImages } from "../plan/imported-images.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { FetchedImages } from "./fetch-images.ts";

type ImagePlan = Pick<Extract<ProductPlan, { kind: "create" | "update" }>, "draft" | "image_urls"> & {
  id: number;
};

/**
 * Add the fetched images after those that products have, and record their source URLs. The caller publishes
 * the events.
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
    const there = (await loadImages(tx, store, id))?.length ?? 0;
    const added = { product_id: id, images: fetched.map(({ image }) => image), there };
    const ids = await insertImages(tx, store, added);
    const origins = ids.map((image_id, index) => ({ image_id, url: fetched[index]?.url ?? "" }));
    await keepImportedImages(tx, store.id, origins);
    grown.push(id);
  }
  await markStale(tx, store, grown);
  return grown;
}
