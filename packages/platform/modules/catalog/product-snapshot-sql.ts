import { createHash } from "node:crypto";
import { getCurrencyExponent, operations } from "@souk/contract";
import { defineStatement } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import { buildObjectSql, type ShownName } from "../../infrastructure/record-columns.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildImageJson } from "./images/image-json.ts";
import {
  type ProductDocument,
  productColumnFunctions,
  type productColumns,
} from "./products/product-columns.ts";
import { buildMoneySql, buildVariantJson, type JsonPlaceholders } from "./variant-json.ts";

// The values of the statements: $1 store, $2 product ids, $3 time zone, $4 decimals of the currency, $5 origin of images, $6 the
// end of the stamp. The stamp identifies the version of the product and the settings from which a snapshot was built.
const placeholders: JsonPlaceholders = { zone: "$3", exponent: "$4" };

const typeJson = "row_to_json((select x from (select t.id, t.name, t.position) x))";

const optionJson = "row_to_json((select x from (select o.id, o.variant_type_id, o.name, o.position) x))";

const collectionJson = "row_to_json((select x from (select c.id, c.title, c.handle) x))";

type DerivedName = Exclude<keyof ProductDocument, ShownName<typeof productColumns>>;

/** SQL of the fields of a product's JSON that are not columns of `products`. */
const derivedFieldSql: Readonly<Record<DerivedName, string>> = {
  name: "p.title",
  visibility: "case when p.is_published then 'published' else 'unpublished' end",
  min_price: buildMoneySql("coalesce(variant_values.min_price, 0)", placeholders),
  max_price: buildMoneySql("coalesce(variant_values.max_price, 0)", placeholders),
  image_url: "$5::text || image_values.path",
  variants: "coalesce(variant_values.variants, '[]'::json)",
  variant_types: `array_to_json(array(select ${typeJson} from variant_types t
    where t.store_id = p.store_id and t.product_id = p.id order by t.position, t.id))`,
  variant_options: `array_to_json(array(select ${optionJson} from variant_options o
    join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
    where o.store_id = p.store_id and o.product_id = p.id
    order by t.position, t.id, o.position, o.id))`,
  images: "coalesce(image_values.images, '[]'::json)",
  collections: `array_to_json(array(select ${collectionJson} from collects m
    join collections c on c.store_id = m.store_id and c.id = m.collection_id
    where m.store_id = p.store_id and m.product_id = p.id order by c.id))`,
};

const productJson = `${buildObjectSql(operations.getProduct.response.properties.product, {
  ...productColumnFunctions.json("p", placeholders),
  ...derivedFieldSql,
})}::text`;

/** Select the stamp and the content in one statement, so that both are of the same version of the product. */
const snapshotsSql = `
  select p.id, p.version || $6::text as stamp, ${productJson} as body
  from products p
  left join lateral (
    select array_to_json(array_agg(${buildVariantJson(placeholders)} order by v.position, v.id)) as variants,
      min(v.price) as min_price, max(v.price) as max_price
    from variants v where v.store_id = p.store_id and v.product_id = p.id) variant_values on true
  left join lateral (
    select array_to_json(array_agg(${buildImageJson({ zone: "$3", origin: "$5" })} order by i.position, i.id)) as images,
      (array_agg(i.path order by i.position, i.id))[1] as path
    from product_images i where i.store_id = p.store_id and i.product_id = p.id) image_values on true
  where p.store_id = $1 and p.id = ${buildAnyIds("$2")}`;

const sqlHash = createHash("sha256").update(snapshotsSql).digest("hex").slice(0, 12);

/** Select snapshots without storing them. */
export const snapshotBuildStatement = defineStatement("product_build", snapshotsSql);

/** Build snapshots and store them. Rows are written in the order of their ids, so that two calls cannot deadlock. */
export const snapshotBuildAndStoreStatement = defineStatement(
  "product_build_and_store",
  `
    with built as materialized (${snapshotsSql}),
    stored as (
      insert into product_documents (store_id, product_id, stamp, body)
      select $1, id, stamp, body from built order by id
      on conflict (store_id, product_id) do update set stamp = excluded.stamp, body = excluded.body)
    select id, body from built`,
);

/**
 * Build the part of a snapshot's stamp that follows the product's version: the store's display_version (which changes with
 * its time zone, currency or domain), a hash of the SQL, and the origin of images.
 */
export function buildStampSuffix(store: Store, filesOrigin: string): string {
  return `|${store.display_version}|${sqlHash}|${filesOrigin}`;
}

/** Return the values `$1` to `$6` of `snapshotBuildStatement` and `snapshotBuildAndStoreStatement`. */
export function getStatementValues(store: Store, ids: readonly number[], filesOrigin: string): unknown[] {
  const { id, timezone, currency_code } = store;
  const stampSuffix = buildStampSuffix(store, filesOrigin);
  return [id, [...ids], timezone, getCurrencyExponent(currency_code), filesOrigin, stampSuffix];
}
