import type { Queryable } from "@souk/database";

/** A product to be written as it stands: what it holds has been checked. */
export interface NewProduct {
  handle: string;
  title: string;
  description: string;
  body_html: string;
  brand: string;
  vendor: string;
  product_type: string;
  tags: string[];
  created_at: Date;
  images: { path: string; title: string; width: number; height: number }[];
  options: { name: string; values: string[] }[];
  variants: NewVariant[];
}

export interface NewVariant {
  /** One value of each option, in the options' order. */
  values: string[];
  sku: string;
  price: string;
  compare_at_price: string | null;
  grams: number;
  /** The place of its picture among the product's, or null. */
  image: number | null;
}

const productText = `
  insert into products (store_id, handle, title, description, body_html, brand, vendor, product_type, tags,
    inventory_management, published_at, meta_title, meta_description, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'souk', $10, $3, $4, $10, $10) returning id`;

const imagesText = `
  insert into product_images (store_id, product_id, path, title, width, height, position)
  select $1, $2, path, title, width, height, place
  from rows from (jsonb_to_recordset($3::jsonb) as (path text, title text, width integer, height integer))
    with ordinality as image (path, title, width, height, place)
  order by place returning id`;

const optionsText = `
  with wanted as (
    select name, "values", place from rows from (jsonb_to_recordset($3::jsonb) as (name text, "values" text[]))
      with ordinality as o (name, "values", place)),
  type as (
    insert into variant_types (store_id, product_id, name, position)
    select $1, $2, name, place from wanted order by place returning id, name)
  insert into variant_options (store_id, product_id, variant_type_id, name, position)
  select $1, $2, type.id, value.name, value.place
  from wanted join type on type.name = wanted.name
  cross join lateral unnest(wanted."values") with ordinality as value (name, place)
  order by wanted.place, value.place returning id`;

const variantsText = `
  insert into variants (store_id, product_id, option_ids, image_id, sku, price, compare_at_price, weight, grams, position,
    created_at, updated_at)
  select $1, $2, option_ids, image_id, sku, price, compare_at_price, grams, grams, place, $4, $4
  from rows from (jsonb_to_recordset($3::jsonb) as (option_ids bigint[], image_id bigint, sku text, price numeric,
    compare_at_price numeric, grams integer))
    with ordinality as v (option_ids, image_id, sku, price, compare_at_price, grams, place)
  order by place returning id`;

type Insert = (text: string, rows: readonly object[], ...more: unknown[]) => Promise<number[]>;

async function insertOptions(insert: Insert, options: NewProduct["options"]) {
  const ids = await insert(optionsText, options);
  const names = options.flatMap(({ values }, option) => values.map((value) => `${option} ${value}`));
  const known = new Map(names.map((name, index) => [name, ids[index] ?? 0]));
  return (values: string[]) => values.map((value, option) => known.get(`${option} ${value}`) ?? 0);
}

/**
 * Writes a product with its options, images and variants, without stock and without telling anybody.
 * @returns its id and those of its variants, in their order
 */
export async function insertProduct(
  tx: Queryable,
  storeId: number,
  product: NewProduct,
): Promise<{ id: number; variant_ids: number[] }> {
  const { handle, title, description, body_html, brand, vendor, product_type, tags, created_at } = product;
  const own = [storeId, handle, title, description, body_html, brand, vendor, product_type, tags, created_at];
  const id = (await tx.query<{ id: number }>(productText, own)).rows[0]?.id ?? 0;
  const insert: Insert = async (text, rows, ...more) => {
    if (rows.length === 0) return [];
    const values = [storeId, id, JSON.stringify(rows), ...more];
    return (await tx.query<{ id: number }>(text, values)).rows.map((row) => row.id);
  };
  const images = await insert(imagesText, product.images);
  const optionIds = await insertOptions(insert, product.options);
  const variants = product.variants.map(({ values, image, ...variant }) => ({
    ...variant,
    option_ids: optionIds(values),
    image_id: image === null ? 0 : (images[image] ?? 0),
  }));
  return { id, variant_ids: await insert(variantsText, variants, created_at) };
}
