import type { Transaction } from "@souk/database";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import { insertImages, loadImages, lockProduct, markProductsStale } from "../../../catalog/index.ts";
import { recordImportedImages } from "../plan/imported-images.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { FetchedImages } from "./fetch-images.ts";

type ImagePlan = Pick<Extract<ProductPlan, { kind: "create" | "update" }>, "draft" | "image_urls"> & {
  id: number;
};

/**
 * Add the fetched images after the existing images of products, and record the source URLs. The caller must publish the events of the
 * changed products.
 * @returns the ids of the products with new images
 */
export async function writeImages(
  tx: Transaction,
  store: Store,
  { plans, images }: { plans: readonly ImagePlan[]; images: FetchedImages },
): Promise<number[]> {
  const idsWithNewImages: number[] = [];
  for (const { id, draft, image_urls } of plans) {
    const fetchedImages = image_urls.flatMap((url) => {
      const result = images.get(draft.handle, url);
      return result?.ok ? [{ url, image: result.image }] : [];
    });
    if (fetchedImages.length === 0 || !(await lockProduct(tx, store, id))) continue;
    const currentCount = (await loadImages(tx, store, id))?.length ?? 0;
    const addition = { product_id: id, images: fetchedImages.map(({ image }) => image), currentCount };
    const imageIds = await insertImages(tx, store, addition);
    const sources = imageIds.map((image_id, index) => ({ image_id, url: fetchedImages[index]?.url ?? "" }));
    await recordImportedImages(tx, store.id, sources);
    idsWithNewImages.push(id);
  }
  await markProductsStale(tx, store, idsWithNewImages);
  return idsWithNewImages;
}
