import { createHash } from "node:crypto";
import { currencyExponent } from "@souk/contract";
import { anyOf } from "../../listing/any-of.ts";
import type { Store } from "../../routing/call.ts";
import { imageJson } from "./images/image-json.ts";
import { moneyText, variantJson, type Writing } from "./variant-json.ts";

// $1 store, $2 ids, $3 time zone, $4 decimals of the currency, $5 origin of pictures, $6 end of the stamp.
const writing: Writing = { zone: "$3", exponent: "$4" };

function time(column: string): string {
  return `souk_time(${column}, ${writing.zone})`;
}

const typeJson = "row_to_json((select x from (select t.id, t.name, t.position) x))";

const optionJson = "row_to_json((select x from (select o.id, o.variant_type_id, o.name, o.position) x))";

const collectionJson = "row_to_json((select x from (select c.id, c.title, c.handle) x))";

const productJson = `row_to_json((select x from (select p.id, p.title, p.title as name, p.handle, p.description, p.body_html,
  p.note, p.vendor, p.brand, p.product_type, p.tags, p.taxable, p.shipping_required, p.inventory_management,
  p.is_published, ${time("p.published_at")} as published_at,
  case when p.is_published then 'published' else 'unpublished' end as visibility,
  p.meta_title, p.meta_description, p.keywords,
  ${moneyText("coalesce(held.min_price, 0)", writing)} as min_price,
  ${moneyText("coalesce(held.max_price, 0)", writing)} as max_price,
  p.total_quantity, $5::text || shown.path as image_url, coalesce(held.variants, '[]'::json) as variants,
  array_to_json(array(select ${typeJson} from variant_types t
    where t.store_id = p.store_id and t.product_id = p.id order by t.position, t.id)) as variant_types,
  array_to_json(array(select ${optionJson} from variant_options o
    join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
    where o.store_id = p.store_id and o.product_id = p.id
    order by t.position, t.id, o.position, o.id)) as variant_options,
  coalesce(shown.images, '[]'::json) as images,
  array_to_json(array(select ${collectionJson} from collects m
    join collections c on c.store_id = m.store_id and c.id = m.collection_id
    where m.store_id = p.store_id and m.product_id = p.id order by c.id)) as collections,
  ${time("p.created_at")} as created_at, ${time("p.updated_at")} as updated_at) x))::text`;

/** Version and content are read by one statement, that is, of one moment. */
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
  where p.store_id = $1 and p.id = ${anyOf("$2")}`;

const shape = createHash("sha256").update(builtProducts).digest("hex").slice(0, 12);

/** Builds documents and keeps none. */
export const buildStatement = { name: "product_build", text: builtProducts };

/** Builds documents and keeps them; rows are locked in id order. */
export const keepStatement = {
  name: "product_build_and_keep",
  text: `
    with built as materialized (${builtProducts}),
    kept as (
      insert into product_documents (store_id, product_id, stamp, body)
      select $1, id, stamp, body from built order by id
      on conflict (store_id, product_id) do update set stamp = excluded.stamp, body = excluded.body)
    select id, body from built`,
};

/**
 * The end of a document's stamp, after the product's version: the store's rendition (time zone, currency, domain), the
 * hash of the shape, and where pictures are.
 */
export function stampEnd(store: Store, filesOrigin: string): string {
  return `|${store.rendition}|${shape}|${filesOrigin}`;
}

/** `$1` to `$6` of the statements above. */
export function buildValues(store: Store, ids: readonly number[], filesOrigin: string): unknown[] {
  const { id, timezone, currency_code } = store;
  const end = stampEnd(store, filesOrigin);
  return [id, [...ids], timezone, currencyExponent(currency_code), filesOrigin, end];
}
