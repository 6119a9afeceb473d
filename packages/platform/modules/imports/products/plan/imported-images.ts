import { defineStatement, type Queryable } from "@souk/database";
import { buildAnyIds } from "../../../../infrastructure/listing/any-ids.ts";

const statement = defineStatement(
  "imported_images",
  `select i.product_id, m.url from imported_images m
    join product_images i on i.store_id = m.store_id and i.id = m.image_id
    where m.store_id = $1 and i.product_id = ${buildAnyIds("$2")}`,
);

/** Load the source URLs of the images that earlier imports added to products, by product id. */
export async function loadImportedImageUrls(
  db: Queryable,
  storeId: number,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await db.many<{ product_id: number; url: string }>(statement, [storeId, [...productIds]]);
  const urlsByProductId = new Map<number, Set<string>>();
  for (const { product_id, url } of rows) {
    const urls = urlsByProductId.get(product_id) ?? new Set<string>();
    urlsByProductId.set(product_id, urls.add(url));
  }
  return urlsByProductId;
}

/** Record the source URLs of images, so that later imports do not add them again. */
export async function recordImportedImages(
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
