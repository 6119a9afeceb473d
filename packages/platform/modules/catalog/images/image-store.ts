import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { imageColumnFunctions, type NewImage, type PositionedImage } from "./image-columns.ts";
import { buildImageJson } from "./image-json.ts";

const imagesSelectStatement = defineStatement(
  "images_of_product",
  `
    select coalesce((
      select json_agg(json_build_object('id', i.id, 'title', i.title, 'position', i.position) order by i.position, i.id)
      from product_images i where i.store_id = p.store_id and i.product_id = p.id), '[]') as images
    from products p where p.store_id = $1 and p.id = $2`,
);

/** Load a product's images in the order of their positions. @returns null when the product does not exist */
export async function loadImages(
  db: Queryable,
  store: Store,
  productId: number,
): Promise<PositionedImage[] | null> {
  const row = await db.maybeOne<{ images: PositionedImage[] }>(imagesSelectStatement, [store.id, productId]);
  return row?.images ?? null;
}

const imagesInsertStatement = defineStatement(
  "images_insert",
  `
    insert into product_images (store_id, product_id, ${imageColumnFunctions.listColumns()})
    select $1, $2, ${imageColumnFunctions.listColumns("image")}
    from jsonb_populate_recordset(null::product_images, $3::jsonb) as image order by image.position returning id`,
);

/** Insert images after the product's existing ones. @param currentCount how many images the product has @returns the new ids */
export async function insertImageRows(
  tx: Transaction,
  store: Store,
  {
    product_id,
    images,
    currentCount,
  }: { product_id: number; images: readonly NewImage[]; currentCount: number },
): Promise<number[]> {
  const newRows = images.map((image, index) => ({ ...image, position: currentCount + index + 1 }));
  const values = [store.id, product_id, JSON.stringify(newRows)];
  const rows = await tx.many<{ id: number }>(imagesInsertStatement, values);
  return rows.map(({ id }) => id);
}

const updateSql = `
  update product_images i set title = coalesce(changed.title, i.title), position = changed.position,
    updated_at = ${monotonicUpdatedAt("i.updated_at")}
  from jsonb_to_recordset($3::jsonb) as changed (id bigint, title text, position integer)
  where i.store_id = $1 and i.product_id = $2 and i.id = changed.id
    and (i.title <> changed.title or i.position <> changed.position)`;

const imagesUpdateStatement = defineStatement("images_change", updateSql);

/** Store changed titles and positions of images. @returns whether a row changed */
export async function updateImageRows(
  tx: Transaction,
  store: Store,
  { product_id, images }: { product_id: number; images: readonly PositionedImage[] },
): Promise<boolean> {
  const values = [store.id, product_id, JSON.stringify(images)];
  return (await tx.query(imagesUpdateStatement, values)).rowCount > 0;
}

const unlinkSql = `
  with locked as materialized (
    select id from variants where store_id = $1 and product_id = $2 and image_id = ${buildAnyIds("$3")}
    order by id for no key update)
  update variants v set image_id = 0, updated_at = ${monotonicUpdatedAt("v.updated_at")}
  from locked where v.store_id = $1 and v.id = locked.id`;

const imagesUnlinkStatement = defineStatement("images_unlink", unlinkSql);

/** Unlink the images `ids` from the product's variants (PRD-4). */
export async function unlinkVariants(
  tx: Transaction,
  store: Store,
  { product_id, ids }: { product_id: number; ids: readonly number[] },
): Promise<void> {
  await tx.query(imagesUnlinkStatement, [store.id, product_id, ids]);
}

const deleteSql = `delete from product_images where store_id = $1 and product_id = $2 and id = ${buildAnyIds("$3")}`;

const imagesDeleteStatement = defineStatement("images_delete", deleteSql);

/** Delete images; their files are removed after the commit (`file_removals`). */
export async function deleteImageRows(
  tx: Transaction,
  store: Store,
  { product_id, ids }: { product_id: number; ids: readonly number[] },
): Promise<void> {
  await tx.query(imagesDeleteStatement, [store.id, product_id, ids]);
}

const imageTextsSql = `
  select ${buildImageJson({ zone: "$4", origin: "$5" })}::text as text
  from product_images i where i.store_id = $1 and i.product_id = $2 and i.id = ${buildAnyIds("$3")}
  order by array_position($3::bigint[], i.id)`;

const imageTextsStatement = defineStatement("images_texts", imageTextsSql);

/** Load the JSON texts of the images `ids` of a product, in the order of `ids`. */
export async function loadImageTexts(
  db: Queryable,
  store: Store,
  { product_id, ids, origin }: { product_id: number; ids: readonly number[]; origin: string },
): Promise<string[]> {
  const values = [store.id, product_id, ids, store.timezone, origin];
  const rows = await db.many<{ text: string }>(imageTextsStatement, values);
  return rows.map(({ text }) => text);
}
