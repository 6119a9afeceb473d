import { createHash } from "node:crypto";
import { getCurrencyExponent, operations } from "@souk/contract";
import { defineStatement } from "@souk/database";
import { anyIds } from "../../infrastructure/listing/any-ids.ts";
import type { ShownName } from "../../infrastructure/record-columns.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { imageJson } from "./images/image-json.ts";
import { type ProductDocument, type productColumns, productColumnUses } from "./products/product-columns.ts";
import { moneyText, variantJson, type Writing } from "./variant-json.ts";

// $1 store, $2 ids, $3 time zone, $4 decimals of the currency, $5 origin of images, $6 end of the stamp.
const writing: Writing = { zone: "$3", exponent: "$4" };

const typeJson = "row_to_json((select x from (select t.id, t.name, t.position) x))";

const optionJson = "row_to_json((select x from (select o.id, o.variant_type_id, o.name, o.position) x))";

const collectionJson = "row_to_json((select x from (select c.id, c.title, c.handle) x))";

type DerivedName = Exclude<keyof ProductDocument, ShownName<typeof productColumns>>;

/** SQL of what a product's JSON shows beside its columns. */
const derived: Readonly<Record<DerivedName, string>> = {
  name: "p.title",
  visibility: "case when p.is_published then 'published' else 'unpublished' end",
  min_price: moneyText("coalesce(held.min_price, 0)", writing),
  max_price: moneyText("coalesce(held.max_price, 0)", writing),
  image_url: "$5::text || shown.path",
  variants: "coalesce(held.variants, '[]'::json)",
  variant_types: `array_to_json(array(select ${typeJson} from variant_types t
    where t.store_id = p.store_id and t.product_id = p.id order by t.position, t.id))`,
  variant_options: `array_to_json(array(select ${optionJson} from variant_options o
    join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
    where o.store_id = p.store_id and o.product_id = p.id
    order by t.position, t.id, o.position, o.id))`,
  images: "coalesce(shown.images, '[]'::json)",
  collections: `array_to_json(array(select ${collectionJson} from collects m
    join collections c on c.store_id = m.store_id and c.id = m.collection_id
    where m.store_id = p.store_id and m.product_id = p.id order by c.id))`,
};

const shownSql: Readonly<Record<keyof ProductDocument, string>> = {
  ...productColumnUses.json("p", writing),
  ...derived,
};

// In the order of the contract.
const documentNames = Object.keys(
  operations.getProduct.response.properties.product.properties,
) as (keyof ProductDocument)[];

const productJson = `row_to_json((select x from (
  select ${documentNames.map((name) => `${shownSql[name]} as ${name}`).join(", ")}) x))::text`;

/** The version and the content are read by one statement, that is, at the same moment. */
const builtProducts = `
  select p.id, p.version || $6::text as stamp, ${productJson} as body
  from products p
  left join lateral (
    select array_to_json(array_agg(${variantJson(writing)} order by v.position, v.id)) as variants,
      min(v.price) as min_price, max(v.price) as max_price
    from variants v where v.store_id = p.store_id and v.product_id = p.id) held on true
  left join lateral (
    select array_to_json(array_agg(${imageJson({ zone: "$3", origin: "$5" })} order by i.position, i.id)) as images,
      (array_agg(i.path order by i.position, i.id))[1] as path
    from product_images i where i.store_id = p.store_id and i.product_id = p.id) shown on true
  where p.store_id = $1 and p.id = ${anyIds("$2")}`;

const shape = createHash("sha256").update(builtProducts).digest("hex").slice(0, 12);

/** Builds snapshots without storing them. */
export const buildStatement = defineStatement("product_build", builtProducts);

/** Builds snapshots and stores them; rows are locked in id order. */
export const keepStatement = defineStatement(
  "product_build_and_keep",
  `
    with built as materialized (${builtProducts}),
    kept as (
      insert into product_documents (store_id, product_id, stamp, body)
      select $1, id, stamp, body from built order by id
      on conflict (store_id, product_id) do update set stamp = excluded.stamp, body = excluded.body)
    select id, body from built`,
);

/**
 * Return the end of a snapshot's stamp, after the product's version: the store's display_version (time zone,
 * currency, domain), the hash of the schema, and the origin of images.
 */
export function stampEnd(store: Store, filesOrigin: string): string {
  return `|${store.display_version}|${shape}|${filesOrigin}`;
}

/** Return `$1` to `$6` of the statements above. */
export function buildValues(store: Store, ids: readonly number[], filesOrigin: string): unknown[] {
  const { id, timezone, currency_code } = store;
  const end = stampEnd(store, filesOrigin);
  return [id, [...ids], timezone, getCurrencyExponent(currency_code), filesOrigin, end];
}
