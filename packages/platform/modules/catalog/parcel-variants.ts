import { getCurrencyExponent } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { Conversion } from "../stores/index.ts";

/** The data of a variant from which shipping is calculated and shipping labels are created. */
export interface ParcelVariant {
  id: number;
  product_id: number;
  /** The product's title with the variant's option values. */
  name: string;
  sku: string;
  grams: number;
  width: number | null;
  height: number | null;
  length: number | null;
  /** The price of one unit, with the currency's decimals. */
  price: string;
  shipping_required: boolean;
}

const statement = defineStatement(
  "parcel_variants",
  `
    select v.id, v.product_id, v.sku, v.grams, v.width::float8 as width, v.height::float8 as height,
      v.length::float8 as length, v.shipping_required,
      round(case when $4::numeric is null then v.price * $3::numeric
        else round(v.price * $3::numeric / $4::numeric) * $4::numeric end, $5::integer)::text as price,
      concat_ws(' - ', p.title, (
        select string_agg(o.name, ' / ' order by t.position, t.id)
        from variant_options o join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
        where o.store_id = v.store_id and o.id = any(v.option_ids))) as name
    from variants v join products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = $1 and v.id = ${buildAnyIds("$2")}`,
);

/** Load the variants of a shipment by id, with prices converted to `currency_code`. Unknown ids have no entry. */
export async function loadParcelVariants(
  db: Queryable,
  store: Store,
  request: { ids: readonly number[]; currency_code: string; conversion: Conversion },
): Promise<ReadonlyMap<number, ParcelVariant>> {
  const { ids, currency_code, conversion } = request;
  if (ids.length === 0) return new Map();
  const exponent = getCurrencyExponent(currency_code);
  const values = [store.id, [...ids], conversion.rate, conversion.rounding, exponent];
  const rows = await db.many<ParcelVariant>(statement, values);
  return new Map(rows.map((row) => [row.id, row]));
}
