import { createHash } from "node:crypto";
import { defineStatement, type Queryable } from "@souk/database";
import { listHandleCandidates } from "../../../infrastructure/handle-candidates.ts";
import { imageColumnFunctions } from "../images/image-columns.ts";
import { variantColumnFunctions } from "../variants/variant-columns.ts";
import type { NewProduct } from "./new-product.ts";
import { productColumnFunctions } from "./product-columns.ts";

const { listColumns, listWriteExpressions } = productColumnFunctions;
const listVariantColumns = variantColumnFunctions.listColumns;
const listImageColumns = imageColumnFunctions.listColumns;

const reserveIdsStatement = defineStatement(
  "products_ids",
  `
    select array(select nextval(pg_get_serial_sequence('products', 'id')) from generate_series(1, $1)) as products,
      array(select nextval(pg_get_serial_sequence('variant_types', 'id')) from generate_series(1, $2)) as types,
      array(select nextval(pg_get_serial_sequence('variant_options', 'id')) from generate_series(1, $3)) as values,
      array(select nextval(pg_get_serial_sequence('variants', 'id')) from generate_series(1, $4)) as variants,
      array(select nextval(pg_get_serial_sequence('product_images', 'id')) from generate_series(1, $5)) as images`,
);

// Options, images and variants are inserted only for the products whose handle was free. Products are inserted in the order
// of their handles, so that two transactions with the same handles cannot deadlock.
const insertStatement = defineStatement(
  "products_insert",
  `
    with product as (
      insert into products (store_id, id, handle, ${listColumns()}, total_quantity, created_at, updated_at)
      select $1, p.id, p.handle, ${listWriteExpressions("p", "moment.at")}, p.total_quantity, moment.at, moment.at
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
      insert into product_images (store_id, id, product_id, ${listImageColumns()}, created_at, updated_at)
      select $1, i.id, product.id, ${listImageColumns("i")}, product.created_at, product.created_at
      from jsonb_populate_recordset(null::product_images, $7::jsonb) as i
      join product on product.id = i.product_id),
    variant as (
      insert into variants (store_id, id, product_id, option_ids, inventory_quantity, ${listVariantColumns()},
        created_at, updated_at)
      select $1, v.id, product.id, v.option_ids, v.inventory_quantity, ${listVariantColumns("v")},
        product.created_at, product.created_at
      from jsonb_populate_recordset(null::variants, $5::jsonb) as v
      join product on product.id = v.product_id)
    select id from product`,
);

/** The ids of a product that was inserted. */
export interface InsertedProduct {
  id: number;
  /** The ids of its variants, in the order sent. */
  variant_ids: number[];
}

interface ProductRows {
  product: object;
  types: object[];
  values: object[];
  variants: object[];
  images: object[];
  /** The result for this product if its handle is free. */
  insertedProduct: InsertedProduct;
}

interface ReservedIds {
  products: number[];
  types: number[];
  values: number[];
  variants: number[];
  images: number[];
}

async function reserveIds(db: Queryable, products: readonly NewProduct[]): Promise<ReservedIds> {
  const sumCounts = (count: (product: NewProduct) => number) =>
    products.reduce((sum, product) => sum + count(product), 0);
  const counts = [
    products.length,
    sumCounts(({ options }) => options.length),
    sumCounts(({ options }) => options.reduce((sum, { values }) => sum + values.length, 0)),
    sumCounts(({ variants }) => variants.length),
    sumCounts(({ images }) => images.length),
  ];
  const row = await db.maybeOne<ReservedIds>(reserveIdsStatement, counts);
  if (!row) throw new Error("The database returned no ids.");
  return row;
}

/** Build the rows of a product. Their ids are removed from the front of the reserved ids. */
function buildRows({ fields, images, options, variants }: NewProduct, ids: ReservedIds): ProductRows {
  const takeId = (pool: number[]) => pool.shift() ?? 0;
  const id = takeId(ids.products);
  const types = options.map(({ name }, index) => ({
    id: takeId(ids.types),
    product_id: id,
    name,
    position: index + 1,
  }));
  const values = options.flatMap((option, typeIndex) =>
    option.values.map((name, index) => ({
      id: takeId(ids.values),
      product_id: id,
      variant_type_id: types[typeIndex]?.id ?? 0,
      name,
      position: index + 1,
    })),
  );
  const findValueId = (typeIndex: number, name: string) =>
    values.find((value) => value.variant_type_id === types[typeIndex]?.id && value.name === name)?.id ?? 0;
  const imageRows = images.map((image, index) => ({
    id: takeId(ids.images),
    product_id: id,
    ...image,
    position: index + 1,
  }));
  const variantRows = variants.map((variant) => ({
    id: takeId(ids.variants),
    product_id: id,
    option_ids: variant.values.map((name, typeIndex) => findValueId(typeIndex, name)),
    ...variant.fields,
    inventory_quantity: variant.totalQuantity ?? 0,
    image_id:
      variant.imageIndex === null ? variant.fields.image_id : (imageRows[variant.imageIndex]?.id ?? 0),
  }));
  const insertedProduct = { id, variant_ids: variantRows.map((variant) => variant.id) };
  const total_quantity = variantRows.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0);
  const product = { id, ...fields, total_quantity };
  return { product, types, values, variants: variantRows, images: imageRows, insertedProduct };
}

/**
 * List the handles to try for a product: the sent one, or several created from the title.
 * @param key a unique text, from which the last handle is created
 */
function getHandleCandidates(product: NewProduct, key: string): string[] {
  if (product.handle !== null) return [product.handle];
  const suffix = createHash("sha256").update(key).digest("hex").slice(0, 10);
  return listHandleCandidates(product.fields.title, "product", suffix);
}

/**
 * Insert products with their options, variants and images, without stock levels and without events. Two statements are enough
 * if all handles are free.
 * @param key a unique text from which handles are created if those from the titles are in use
 * @param at the time of creation; now if absent
 * @returns each inserted product, or null if another product has the sent handle
 */
export async function insertProducts(
  db: Queryable,
  storeId: number,
  { products, key, at = null }: { products: readonly NewProduct[]; key: string; at?: Date | null },
): Promise<(InsertedProduct | null)[]> {
  if (products.length === 0) return [];
  const ids = await reserveIds(db, products);
  const rows = products.map((product) => buildRows(product, ids));
  const candidates = products.map((product, index) => getHandleCandidates(product, `${key} ${index}`));
  const insertedIds = new Set<number>();
  const triedHandles = new Set<string>();
  let pendingIndexes = rows.map((_, index) => index);
  while (pendingIndexes.length > 0) {
    const attempts = pendingIndexes.flatMap((index) => {
      const handle = candidates[index]?.find((candidate) => !triedHandles.has(candidate));
      if (handle === undefined) return [];
      // If several products of the list have the same candidate, only the first of them tries it.
      triedHandles.add(handle);
      return [{ index, handle }];
    });
    if (attempts.length === 0) break;
    const attemptedRows = attempts.flatMap(({ index, handle }) =>
      rows[index] ? [{ ...rows[index], handle }] : [],
    );
    const insertedProducts = await db.many<{ id: number }>(insertStatement, [
      storeId,
      JSON.stringify(attemptedRows.map(({ product, handle }) => ({ ...product, handle }))),
      JSON.stringify(attemptedRows.flatMap(({ types }) => types)),
      JSON.stringify(attemptedRows.flatMap(({ values }) => values)),
      JSON.stringify(attemptedRows.flatMap(({ variants }) => variants)),
      at,
      JSON.stringify(attemptedRows.flatMap(({ images }) => images)),
    ]);
    for (const { id } of insertedProducts) insertedIds.add(id);
    pendingIndexes = pendingIndexes.filter((index) => !insertedIds.has(rows[index]?.insertedProduct.id ?? 0));
  }
  return rows.map(({ insertedProduct }) => (insertedIds.has(insertedProduct.id) ? insertedProduct : null));
}
