import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { lockProduct, markChanged } from "../mark-products.ts";
import { changeRows, imagesOf, imageTexts, type PlacedImage } from "./image-store.ts";

/** The same pictures with one of them at another place, numbered from 1; past the last is the last. */
export function movedTo(images: readonly PlacedImage[], id: number, position: number): PlacedImage[] {
  const moved = images.filter((image) => image.id === id);
  const others = images.filter((image) => image.id !== id);
  const order = [...others.slice(0, position - 1), ...moved, ...others.slice(position - 1)];
  return order.map((image, index) => ({ ...image, position: index + 1 }));
}

/** Changes a picture's title and its place among the product's. @throws Refusal not_found */
export async function updateImage(
  { facts, origin }: { facts: FactRegistry; origin: string },
  tx: Transaction,
  call: Call<typeof operations.updateImage>,
): Promise<JsonText> {
  const { store, body } = call;
  const { product_id, id } = call.params;
  if (!(await lockProduct(tx, store, product_id))) refuse("not_found");
  const images = (await imagesOf(tx, store, product_id)) ?? [];
  const place = images.findIndex((image) => image.id === id) + 1;
  if (place === 0) refuse("not_found");
  const ordered = movedTo(images, id, body.position ?? place);
  const wanted = ordered.map((image) =>
    image.id === id ? { ...image, title: body.title ?? image.title } : image,
  );
  if (await changeRows(tx, store, { product_id, images: wanted }))
    await markChanged(facts, tx, { store, cause: call, ids: [product_id] });
  const [text] = await imageTexts(tx, store, { product_id, ids: [id], origin });
  return recordText("image", text ?? refuse("not_found"));
}
