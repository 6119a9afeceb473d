import { laterThan, type Queryable, type Transaction } from "@souk/database";
import { anyOf } from "../../../listing/any-of.ts";
import type { Store } from "../../../routing/call.ts";
import { imageJson } from "./image-json.ts";

/** A picture as its place in a product's order needs it. */
export interface PlacedImage {
  id: number;
  title: string;
  position: number;
}

/** A picture whose file is in the storage already. */
export interface NewImage {
  path: string;
  title: string;
  width: number;
  height: number;
}

/** A product's pictures in their order; null when there is no such product. */
export async function imagesOf(
  run: Queryable,
  store: Store,
  productId: number,
): Promise<PlacedImage[] | null> {
  const text = `
    select coalesce((
      select json_agg(json_build_object('id', i.id, 'title', i.title, 'position', i.position) order by i.position, i.id)
      from product_images i where i.store_id = p.store_id and i.product_id = p.id), '[]') as images
    from products p where p.store_id = $1 and p.id = $2`;
  const { rows } = await run.query<{ images: PlacedImage[] }>({ name: "images_placed", text }, [
    store.id,
    productId,
  ]);
  return rows[0]?.images ?? null;
}

const insertText = `
  insert into product_images (store_id, product_id, path, title, width, height, position)
  select $1, $2, path, title, width, height, $4 + place
  from rows from (jsonb_to_recordset($3::jsonb) as (path text, title text, width integer, height integer))
    with ordinality as image (path, title, width, height, place)
  order by place returning id`;

/** Writes pictures behind so many others. @returns their ids */
export async function insertRows(
  tx: Transaction,
  store: Store,
  { product_id, images, behind }: { product_id: number; images: readonly NewImage[]; behind: number },
): Promise<number[]> {
  const values = [store.id, product_id, JSON.stringify(images), behind];
  const { rows } = await tx.query<{ id: number }>({ name: "images_insert", text: insertText }, values);
  return rows.map(({ id }) => id);
}

const changeText = `
  update product_images i set title = coalesce(wanted.title, i.title), position = wanted.position,
    updated_at = ${laterThan("i.updated_at")}
  from jsonb_to_recordset($3::jsonb) as wanted (id bigint, title text, position integer)
  where i.store_id = $1 and i.product_id = $2 and i.id = wanted.id
    and (i.title <> wanted.title or i.position <> wanted.position)`;

/** Writes titles and places that differ. @returns whether one did */
export async function changeRows(
  tx: Transaction,
  store: Store,
  { product_id, images }: { product_id: number; images: readonly PlacedImage[] },
): Promise<boolean> {
  const values = [store.id, product_id, JSON.stringify(images)];
  return (await tx.query({ name: "images_change", text: changeText }, values)).rowCount > 0;
}

const unlinkText = `
  with held as materialized (
    select id from variants where store_id = $1 and product_id = $2 and image_id = ${anyOf("$3")}
    order by id for no key update)
  update variants v set image_id = 0, updated_at = ${laterThan("v.updated_at")}
  from held where v.store_id = $1 and v.id = held.id`;

/** Takes pictures from the variants that show them (PRD-4). */
export async function unlinkVariants(
  tx: Transaction,
  store: Store,
  { product_id, ids }: { product_id: number; ids: readonly number[] },
): Promise<void> {
  await tx.query({ name: "images_unlink", text: unlinkText }, [store.id, product_id, ids]);
}

const deleteText = `delete from product_images where store_id = $1 and product_id = $2 and id = ${anyOf("$3")}`;

/** Deletes pictures; their files go after the commit (`file_removals`). */
export async function deleteRows(
  tx: Transaction,
  store: Store,
  { product_id, ids }: { product_id: number; ids: readonly number[] },
): Promise<void> {
  await tx.query({ name: "images_delete", text: deleteText }, [store.id, product_id, ids]);
}

const textsText = `
  select ${imageJson({ zone: "$4", origin: "$5" })}::text as text
  from product_images i where i.store_id = $1 and i.product_id = $2 and i.id = ${anyOf("$3")}
  order by array_position($3::bigint[], i.id)`;

/** The JSON texts of a product's pictures, in the order of the ids. */
export async function imageTexts(
  run: Queryable,
  store: Store,
  { product_id, ids, origin }: { product_id: number; ids: readonly number[]; origin: string },
): Promise<string[]> {
  const values = [store.id, product_id, ids, store.timezone, origin];
  const { rows } = await run.query<{ text: string }>({ name: "images_texts", text: textsText }, values);
  return rows.map(({ text }) => text);
}
