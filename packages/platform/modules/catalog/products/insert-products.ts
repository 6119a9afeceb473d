import { createHash } from "node:crypto";
import { defineStatement, type Queryable } from "@souk/database";
import { handlesFor } from "../../../infrastructure/handles-for.ts";
import { variantColumnUses } from "../variants/variant-columns.ts";
import type { NewProduct } from "./new-product.ts";
import { productColumnUses } from "./product-columns.ts";

const { list, listWritten } = productColumnUses;
const variantList = variantColumnUses.list;

const idsStatement = defineStatement(
  "products_ids",
  `
    select array(select nextval(pg_get_serial_sequence('products', 'id')) from generate_series(1, $1)) as products,
      array(select nextval(pg_get_serial_sequence('variant_types', 'id')) from generate_series(1, $2)) as types,
      array(select nextval(pg_get_serial_sequence('variant_options', 'id')) from generate_series(1, $3)) as values,
      array(select nextval(pg_get_serial_sequence('variants', 'id')) from generate_series(1, $4)) as variants,
      array(select nextval(pg_get_serial_sequence('product_images', 'id')) from generate_series(1, $5)) as images`,
);

// Only products whose handle was free are there for the parts that follow. In the order of handles, so that two
// transactions that want the same ones never wait for each other.
const insertStatement = defineStatement(
  "products_insert",
  `
    with product as (
      insert into products (store_id, id, handle, ${list()}, total_quantity, created_at, updated_at)
      select $1, p.id, p.handle, ${listWritten("p", "moment.at")}, p.total_quantity, moment.at, moment.at
      from jsonb_populate_recordset(null::products, $2::jsonb) as p
      cross join (select coalesce($6::timestamptz, clock_timestamp()) as at) moment
      order by p.handle
      on conflict (store_id, handle) do nothing
      returning id, created_at),
    type as (
      insert into variant_types (store_id, id, product_id, name, position)
      select $1, t.id, product.id, t.name, t.position
      from jsonb_to_recordset($3::jsonb) as t (id bigint, product_id bigint, name text, position integer)
      join product on product.id = t.product_id),
    value as (
      insert into variant_options (store_id, id, product_id, variant_type_id, name, position)
      select $1, o.id, product.id, o.variant_type_id, o.name, o.position
      from jsonb_to_recordset($4::jsonb) as o (id bigint, product_id bigint, variant_type_id bigint, name text, position integer)
      join product on product.id = o.product_id),
    image as (
      insert into product_images (store_id, id, product_id, path, title, width, height, position, created_at, updated_at)
      select $1, i.id, product.id, i.path, i.title, i.width, i.height, i.position, product.created_at, product.created_at
      from jsonb_to_recordset($7::jsonb) as i (id bigint, product_id bigint, path text, title text, width integer,
        height integer, position integer)
      join product on product.id = i.product_id),
    variant as (
      insert into variants (store_id, id, product_id, option_ids, inventory_quantity, ${variantList()}, created_at, updated_at)
      select $1, v.id, product.id, v.option_ids, v.inventory_quantity, ${variantList("v")}, product.created_at, product.created_at
      from jsonb_populate_recordset(null::variants, $5::jsonb) as v
      join product on product.id = v.product_id)
    select id from product`,
);

/** A product that was written. */
export interface InsertedProduct {
  id: number;
  /** The ids of its variants, in their order. */
  variant_ids: number[];
}

interface Rows {
  product: object;
  types: object[];
  values: object[];
  variants: object[];
  images: object[];
  inserted: InsertedProduct;
}

interface Ids {
  products: number[];
  types: number[];
  values: number[];
  variants: number[];
  images: number[];
}

async function drawIds(db: Queryable, products: readonly NewProduct[]): Promise<Ids> {
  const sum = (count: (product: NewProduct) => number) =>
    products.reduce((all, product) => all + count(product), 0);
  const counts = [
    products.length,
    sum(({ options }) => options.length),
    sum(({ options }) => options.reduce((all, { values }) => all + values.length, 0)),
    sum(({ variants }) => variants.length),
    sum(({ images }) => images.length),
  ];
  const row = await db.maybeOne<Ids>(idsStatement, counts);
  if (!row) throw new Error("The database drew no ids.");
  return row;
}

/** Build the rows of a product, taking ids from the front of those that were reserved. */
function buildRows({ fields, images, options, variants }: NewProduct, ids: Ids): Rows {
  const next = (pool: number[]) => pool.shift() ?? 0;
  const id = next(ids.products);
  const types = options.map(({ name }, index) => ({
    id: next(ids.types),
    product_id: id,
    name,
    position: index + 1,
  }));
  const values = options.flatMap((option, type) =>
    option.values.map((name, index) => ({
      id: next(ids.values),
      product_id: id,
      variant_type_id: types[type]?.id ?? 0,
      name,
      position: index + 1,
    })),
  );
  const valueId = (type: number, name: string) =>
    values.find((value) => value.variant_type_id === types[type]?.id && value.name === name)?.id ?? 0;
  const imageRows = images.map((image, index) => ({
    id: next(ids.images),
    product_id: id,
    ...image,
    position: index + 1,
  }));
  const variantRows = variants.map((variant) => ({
    id: next(ids.variants),
    product_id: id,
    option_ids: variant.values.map((name, type) => valueId(type, name)),
    ...variant.fields,
    inventory_quantity: variant.total ?? 0,
    image_id: variant.image === null ? variant.fields.image_id : (imageRows[variant.image]?.id ?? 0),
  }));
  const inserted = { id, variant_ids: variantRows.map((variant) => variant.id) };
  const total_quantity = variantRows.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0);
  const product = { id, ...fields, total_quantity };
  return { product, types, values, variants: variantRows, images: imageRows, inserted };
}

/** List the handles to try for a product; only the sent one if there is one. */
function getHandleCandidates(product: NewProduct, key: string): string[] {
  if (product.handle !== null) return [product.handle];
  const end = createHash("sha256").update(key).digest("hex").slice(0, 10);
  return handlesFor(product.fields.title, "product", end);
}

/**
 * Write products with their options and variants, without stock and without events, in two round trips when their
 * handles are free.
 * @param key makes unique handles for titles that are in use
 * @param at the time of creation; absent: now
 * @returns each written product, or null where the sent handle is not free
 */
export async function insertProducts(
  db: Queryable,
  storeId: number,
  { products, key, at = null }: { products: readonly NewProduct[]; key: string; at?: Date | null },
): Promise<(InsertedProduct | null)[]> {
  if (products.length === 0) return [];
  const ids = await drawIds(db, products);
  const rows = products.map((product) => buildRows(product, ids));
  const candidates = products.map((product, index) => getHandleCandidates(product, `${key} ${index}`));
  const done = new Set<number>();
  const used = new Set<string>();
  for (let waiting = rows.map((_, index) => index); waiting.length > 0; ) {
    const tried = waiting.flatMap((index) => {
      const handle = candidates[index]?.find((candidate) => !used.has(candidate));
      if (handle === undefined) return [];
      // Of two in one list the first gets it; what is taken is not tried again.
      used.add(handle);
      return [{ index, handle }];
    });
    if (tried.length === 0) break;
    const chosen = tried.flatMap(({ index, handle }) => (rows[index] ? [{ ...rows[index], handle }] : []));
    const made = await db.many<{ id: number }>(insertStatement, [
      storeId,
      JSON.stringify(chosen.map(({ product, handle }) => ({ ...product, handle }))),
      JSON.stringify(chosen.flatMap(({ types }) => types)),
      JSON.stringify(chosen.flatMap(({ values }) => values)),
      JSON.stringify(chosen.flatMap(({ variants }) => variants)),
      at,
      JSON.stringify(chosen.flatMap(({ images }) => images)),
    ]);
    for (const { id } of made) done.add(id);
    waiting = waiting.filter((index) => !done.has(rows[index]?.inserted.id ?? 0));
  }
  return rows.map(({ inserted }) => (done.has(inserted.id) ? inserted : null));
}
