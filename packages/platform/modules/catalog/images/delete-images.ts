import { type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import type { Call } from "../../../routing/call.ts";
import { lockProduct, markChanged } from "../mark-products.ts";
import { lockVariants, variantIdsOf } from "../variant-store.ts";
import { changeRows, deleteRows, imagesOf, unlinkVariants } from "./image-store.ts";

/** @throws Refusal invalid naming an id that is beyond what a number holds */
function idsIn(text: string): number[] {
  const ids = text.split(",").map((part) => Number(part.trim()));
  if (!ids.every(Number.isSafeInteger)) refuseField("image_ids", "takes ids separated by commas");
  return [...new Set(ids)];
}

/**
 * Deletes pictures of a product, all or none. Variants that showed one show none (PRD-4), those behind move up, and the files
 * go after the commit.
 * @throws Refusal not_found for the product; invalid naming ids that are none of its pictures
 */
export async function deleteImages(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.deleteImages>,
): Promise<Record<string, never>> {
  const { store } = call;
  const { product_id } = call.params;
  const ids = idsIn(call.body.image_ids);
  const variants = (await variantIdsOf(tx, store, product_id)) ?? refuse("not_found");
  // Variants before their product, as everywhere; all of them, so that none comes to show a picture that goes.
  await lockVariants(tx, store, { product_id, ids: [...variants] });
  if (!(await lockProduct(tx, store, product_id))) refuse("not_found");
  const images = (await imagesOf(tx, store, product_id)) ?? [];
  const unknown = ids.filter((id) => !images.some((image) => image.id === id));
  if (unknown.length > 0)
    refuseField("image_ids", `No picture of this product has the id ${unknown.join(", ")}.`);
  await unlinkVariants(tx, store, { product_id, ids });
  await deleteRows(tx, store, { product_id, ids });
  const left = images.filter(({ id }) => !ids.includes(id));
  await changeRows(tx, store, {
    product_id,
    images: left.map((image, index) => ({ ...image, position: index + 1 })),
  });
  await markChanged(facts, tx, { store, cause: call, ids: [product_id] });
  return {};
}
