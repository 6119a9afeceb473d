import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { anyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { imageJson } from "./image-json.ts";

/** An image as its position in a product's order needs it. */
export interface PlacedImage {
  id: number;
  title: string;
  position: number;
}

/** An image whose file is in storage already. */
export interface NewImage {
  path: string;
  title: string;
  width: number;
  height: number;
}

const imagesPlacedStatement = defineStatement(
  "images_placed",
  `
    select coalesce((
      select json_agg(json_build_object('id', i.id, 'title', i.title, 'position', i.position) order by i.position, i.id)
      from product_images i where i.store_id = p.store_id and i.product_id = p.id), '[]') as images
    from products p where p.store_id = $1 and p.id = $2`,
);

/** Load a product's images in their order; null when the product does not exist. */
export async function loadImages(
  db: Queryable,
  store: Store,
  productId: number,
): Promise<PlacedImage[] | null> {
  const row = await db.maybeOne<{ images: PlacedImage[] }>(imagesPlacedStatement, [store.id, productId]);
  return row?.images ?? null;
}

const insertText = `
  insert into product_images (store_id, product_id, path, title, width, height, position)
  select $1, $2, path, title, width, height, $4 + place
  from rows from (jsonb_to_recordset($3::jsonb) as (path text, title text, width integer, height integer))
    with ordinality as image (path, title, width, height, place)
  order by place returning id`;

const imagesInsertStatement = defineStatement("images_insert", insertText);

/** Write images after this many others. @returns their ids */
export async function insertRows(
  tx: Transaction,
  store: Store,
  { product_id, images, behind }: { product_id: number; images: readonly NewImage[]; behind: number },
): Promise<number[]> {
  const values = [store.id, product_id, JSON.stringify(images), behind];
  const rows = await tx.many<{ id: number }>(imagesInsertStatement, values);
  return rows.map(({ id }) => id);
}

const changeText = `
  update product_images i set title = coalesce(wanted.title, i.title), position = wanted.position,
    updated_at = ${monotonicUpdatedAt("i.updated_at")}
  from jsonb_to_recordset($3::jsonb) as wanted (id bigint, title text, position integer)
  where i.store_id = $1 and i.product_id = $2 and i.id = wanted.id
    and (i.title <> wanted.title or i.position <> wanted.position)`;

const imagesChangeStatement = defineStatement("images_change", changeText);

/** Write titles and positions that differ. @returns whether one did */
export async function changeRows(
  tx: Transaction,
  store: Store,
  { product_id, images }: { product_id: number; images: readonly PlacedImage[] },
): Promise<boolean> {
  const values = [store.id, product_id, JSON.stringify(images)];
  return (await tx.query(imagesChangeStatement, values)).rowCount > 0;
}

const unlinkText = `
  with held as materialized (
    select id from variants where store_id = $1 and product_id = $2 and image_id = ${anyIds("$3")}
    order by id for no key update)
  update variants v set image_id = 0, updated_at = ${monotonicUpdatedAt("v.updated_at")}
  from held where v.store_id = $1 and v.id = held.id`;

const imagesUnlinkStatement = defineStatement("images_unlink", unlinkText);

/** Unlink images from the variants that show them (PRD-4). */
export async function unlinkVariants(
  tx: Transaction,
  store: Store,
  { product_id, ids }: { product_id: number; ids: readonly number[] },
): Promise<void> {
  await tx.query(imagesUnlinkStatement, [store.id, product_id, ids]);
}

const deleteText = `delete from product_images where store_id = $1 and product_id = $2 and id = ${anyIds("$3")}`;

const imagesDeleteStatement = defineStatement("images_delete", deleteText);

/** Delete images; their files are removed after the commit (`file_removals`). */
export async function deleteRows(
  tx: Transaction,
  store: Store,
  { product_id, ids }: { product_id: number; ids: readonly number[] },
): Promise<void> {
  await tx.query(imagesDeleteStatement, [store.id, product_id, ids]);
}

const textsText = `
  select ${imageJson({ zone: "$4", origin: "$5" })}::text as text
  from product_images i where i.store_id = $1 and i.product_id = $2 and i.id = ${anyIds("$3")}
  order by array_position($3::bigint[], i.id)`;

const imagesTextsStatement = defineStatement("images_texts", textsText);

/** Load the JSON texts of a product's images, in the order of the ids. */
export async function imageTexts(
  db: Queryable,
  store: Store,
  { product_id, ids, origin }: { product_id: number; ids: readonly number[]; origin: string },
): Promise<string[]> {
  const values = [store.id, product_id, ids, store.timezone, origin];
  const rows = await db.many<{ text: string }>(imagesTextsStatement, values);
  return rows.map(({ text }) => text);
}
