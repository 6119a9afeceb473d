import type { Queryable } from "@souk/database";
import { anyOf } from "../../../../listing/any-of.ts";

const statement = {
  name: "imported_images",
  text: `select i.product_id, m.url from imported_images m
    join product_images i on i.store_id = m.store_id and i.id = m.image_id
    where m.store_id = $1 and i.product_id = ${anyOf("$2")}`,
};

/** Where the images of products came from that earlier imports have added and that are still there. */
export async function importedImageUrls(
  run: Queryable,
  storeId: number,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const { rows } = await run.query<{ product_id: number; url: string }>(statement, [
    storeId,
    [...productIds],
  ]);
  const urls = new Map<number, Set<string>>();
  for (const { product_id, url } of rows) urls.set(product_id, (urls.get(product_id) ?? new Set()).add(url));
  return urls;
}

/** Keeps where images came from. */
export async function keepImportedImages(
  tx: Queryable,
  storeId: number,
  images: readonly { image_id: number; url: string }[],
): Promise<void> {
  if (images.length === 0) return;
  await tx.query(
    `insert into imported_images (store_id, image_id, url)
    select $1, image_id, url from unnest($2::bigint[], $3::text[]) as added (image_id, url)`,
    [storeId, images.map(({ image_id }) => image_id), images.map(({ url }) => url)],
  );
}
