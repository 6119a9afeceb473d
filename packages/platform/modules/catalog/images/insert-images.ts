import { mostImages, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { keepFiles } from "../../../storage/index.ts";
import { insertRows, type NewImage } from "./image-store.ts";

/** @throws Refusal invalid naming `images` when a product that has so many would have more than nine */
export function requireRoom(there: number, more: number): void {
  if (there + more <= mostImages) return;
  const room = mostImages - there;
  const left = room <= 0 ? "none can be added" : `${room} more can be added`;
  refuseField("images", `A product has at most ${mostImages} pictures; this one has ${there}, so ${left}.`);
}

/**
 * Writes prepared pictures behind those that a product has. The caller has locked the product, or makes it in the same
 * transaction, and says that it changed.
 * @param there how many the product has
 * @returns their ids, in their order
 * @throws Refusal invalid beyond nine; unavailable when they were prepared an hour ago
 */
export async function insertImages(
  tx: Transaction,
  store: Store,
  { product_id, images, there }: { product_id: number; images: readonly NewImage[]; there: number },
): Promise<number[]> {
  if (images.length === 0) return [];
  requireRoom(there, images.length);
  const paths = images.map(({ path }) => path);
  if (!(await keepFiles(tx, store.id, paths))) refuse("unavailable", { retry_after_s: 1 });
  return insertRows(tx, store, { product_id, images, behind: there });
}
