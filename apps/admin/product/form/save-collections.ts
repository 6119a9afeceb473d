import type { AdminConsole } from "@souk/client";

/**
 * Add a product to the selected collections and remove it from the others.
 * @param before the ids of the collections that it was in when the form was rendered
 */
export async function saveCollections(
  admin: AdminConsole,
  productId: number,
  { before, now }: { before: readonly number[]; now: readonly number[] },
): Promise<void> {
  for (const collection_id of now.filter((id) => !before.includes(id)))
    await admin.collects.create({ body: { product_id: productId, collection_id } });
  for (const collection_id of before.filter((id) => !now.includes(id))) {
    const { collects } = await admin.collects.list({ query: { product_id: productId, collection_id } });
    for (const { id } of collects) await admin.collects.delete({ params: { id } });
  }
}
