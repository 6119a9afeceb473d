import { createHash } from "node:crypto";
import type { Queryable } from "@souk/database";
import { handlesFor } from "../../../handles-for.ts";
import { typedVariantColumns, variantColumns } from "../variants/variant-rows.ts";
import type { NewProduct } from "./new-product.ts";

const idsStatement = {
  name: "products_ids",
  text: `
    select array(select nextval(pg_get_serial_sequence('products', 'id')) from generate_series(1, $1)) as products,
      array(select nextval(pg_get_serial_sequence('variant_types', 'id')) from generate_series(1, $2)) as types,
      array(select nextval(pg_get_serial_sequence('variant_options', 'id')) from generate_series(1, $3)) as values,
      array(select nextval(pg_get_serial_sequence('variants', 'id')) from generate_series(1, $4)) as variants,
      array(select nextval(pg_get_serial_sequence('product_images', 'id')) from generate_series(1, $5)) as images`,
};

// Only products whose handle was free are there for the parts that follow. In the order of handles, so that two
// transactions that want the same ones never wait for each other.
const insertStatement = {
  name: "products_insert",
  text: `
    with product as (
      insert into products (store_id, id, handle, title, description, body_html, note, vendor, brand, product_type, tags,
        taxable, shipping_required, inventory_management, is_published, published_at, meta_title, meta_description, keywords,
        total_quantity, created_at, updated_at)
      select $1, p.id, p.handle, p.title, p.description, p.body_html, p.note, p.vendor, p.brand, p.product_type, p.tags,
        p.taxable, p.shipping_required, p.inventory_management, p.is_published,
        case when p.is_published then coalesce(p.published_at, moment.at) end, p.meta_title, p.meta_description, p.keywords,
        p.total, moment.at, moment.at
      from jsonb_to_recordset($2::jsonb) as p (id bigint, handle text, title text, description text, body_html text,
        note text, vendor text, brand text, product_type text, tags text[], taxable boolean, shipping_required boolean,
        inventory_management text, is_published boolean, published_at timestamptz, meta_title text, meta_description text,
        keywords text, total bigint)
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
      insert into variants (store_id, id, product_id, option_ids, inventory_quantity, ${variantColumns()}, created_at, updated_at)
      select $1, v.id, product.id, v.option_ids, v.total, ${variantColumns("v.")}, product.created_at, product.created_at
      from jsonb_to_recordset($5::jsonb) as v (id bigint, product_id bigint, option_ids bigint[], total bigint,
        ${typedVariantColumns})
      join product on product.id = v.product_id)
    select id from product`,
};

/** A product that was written. */
export interface InsertedProduct {
  id: number;
  /** In the order of its variants. */
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

async function drawIds(run: Queryable, products: readonly NewProduct[]): Promise<Ids> {
  const sum = (count: (product: NewProduct) => number) => products.reduce((all, one) => all + count(one), 0);
  const counts = [
    products.length,
    sum(({ options }) => options.length),
    sum(({ options }) => options.reduce((all, { values }) => all + values.length, 0)),
    sum(({ variants }) => variants.length),
    sum(({ images }) => images.length),
  ];
  const { rows } = await run.query<Ids>(idsStatement, counts);
  if (!rows[0]) throw new Error("The database drew no ids.");
  return rows[0];
}

/** The rows of one product, taking ids from the front of those that were drawn. */
function rowsOf({ fields, images, options, variants }: NewProduct, ids: Ids): Rows {
  const next = (of: number[]) => of.shift() ?? 0;
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
    total: variant.total ?? 0,
    image_id: variant.image === null ? variant.fields.image_id : (imageRows[variant.image]?.id ?? 0),
  }));
  const inserted = { id, variant_ids: variantRows.map((variant) => variant.id) };
  const product = { id, ...fields, total: variantRows.reduce((sum, { total }) => sum + total, 0) };
  return { product, types, values, variants: variantRows, images: imageRows, inserted };
}

/** Handles to try for each product; of one that was sent, that alone. */
function candidatesOf(product: NewProduct, key: string): string[] {
  if (product.handle !== null) return [product.handle];
  const end = createHash("sha256").update(key).digest("hex").slice(0, 10);
  return handlesFor(product.fields.title, "product", end);
}

/**
 * Writes products with their options and variants, without stock and without telling anybody, in two round trips when their
 * handles are free.
 * @param key makes handles that nobody else makes, for titles that others have
 * @param at when they were made; absent: now
 * @returns for each what it became, or null where the handle that was sent is taken
 */
export async function insertProducts(
  run: Queryable,
  storeId: number,
  { products, key, at = null }: { products: readonly NewProduct[]; key: string; at?: Date | null },
): Promise<(InsertedProduct | null)[]> {
  if (products.length === 0) return [];
  const ids = await drawIds(run, products);
  const rows = products.map((product) => rowsOf(product, ids));
  const candidates = products.map((product, index) => candidatesOf(product, `${key} ${index}`));
  const done = new Set<number>();
  const used = new Set<string>();
  for (let waiting = rows.map((_, index) => index); waiting.length > 0; ) {
    const tried = waiting.flatMap((index) => {
      const handle = candidates[index]?.find((one) => !used.has(one));
      if (handle === undefined) return [];
      // Of two in one list the first gets it; what is taken is not tried again.
      used.add(handle);
      return [{ index, handle }];
    });
    if (tried.length === 0) break;
    const chosen = tried.flatMap(({ index, handle }) => (rows[index] ? [{ ...rows[index], handle }] : []));
    const { rows: made } = await run.query<{ id: number }>(insertStatement, [
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
