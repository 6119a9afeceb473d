import type { AdminConsole } from "@souk/client";

/**
 * Add a product to the newly selected collections and remove it from those that are no longer selected.
 * @param previousIds the ids of the collections that the product was in when the form was rendered
 */
export async function saveCollections(
  admin: AdminConsole,
  productId: number,
  { previousIds, selectedIds }: { previousIds: readonly number[]; selectedIds: readonly number[] },
): Promise<void> {
  for (const collection_id of selectedIds.filter((id) => !previousIds.includes(id)))
    await admin.collects.create({ body: { product_id: productId, collection_id } });
  for (const collection_id of previousIds.filter((id) => !selectedIds.includes(id))) {
    const { collects } = await admin.collects.list({ query: { product_id: productId, collection_id } });
    for (const { id } of collects) await admin.collects.delete({ params: { id } });
  }
}
