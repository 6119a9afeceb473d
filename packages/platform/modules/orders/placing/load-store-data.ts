import { defineStatement, type Queryable } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { CustomerCopy } from "../order-rows.ts";
import { buildInstantSql } from "../order-tables.ts";
import type { CandidateLocation } from "./choose-locations.ts";

/** The data of a variant that is copied to order lines. */
export interface SoldVariant {
  id: number;
  product_id: number;
  product_name: string;
  variant_name: string | null;
  sku: string;
  barcode: string;
  image_path: string | null;
  /** Decimal text in the store's currency. */
  price: string;
  cost_price: string | null;
  taxable: boolean;
  shipping_required: boolean;
  grams: number;
  inventory_policy: "deny" | "continue";
  /** Whether the product's stock is tracked. */
  is_managed: boolean;
}

export interface StoreLocation extends CandidateLocation {
  name: string;
  is_active: boolean;
}

/** The data from which a new order is built, all loaded by one statement, and the reserved ids of the order's records. */
export interface StoreData {
  variants: readonly SoldVariant[];
  levels: readonly { variant_id: number; location_id: number; inventory_quantity: number }[];
  /** The active locations, and the locations whose ids the order contains. */
  locations: readonly StoreLocation[];
  /** The order's currency; null if the store does not use it. */
  currency: { code: string; rate: string; rounding: string | null } | null;
  customer: CustomerCopy | null;
  /** The time when the order is placed, as ISO 8601 in UTC. */
  placed_at: string;
  order_id: number;
  line_ids: readonly number[];
  fulfillment_order_line_ids: readonly number[];
  fulfillment_order_id: number;
  transaction_ids: readonly number[];
  fee_ids: readonly number[];
  /** The queried handles that belong to apps which are or were installed in the store. */
  app_handles: readonly string[];
}

/** The records to load for a new order, and the numbers of ids to reserve. */
export interface StoreDataQuery {
  variant_ids: readonly number[];
  location_ids: readonly number[];
  currency_code: string;
  customer_id: number | null;
  line_count: number;
  transaction_count: number;
  fee_count: number;
  app_handles: readonly string[];
}

// guard store-predicate-of-ordered-variants: with `$1::bigint > 0` instead of `v.store_id = $1`, other-stores.test.ts fails
const variantSql = `
  select v.id, v.product_id, p.title as product_name, (
      select string_agg(o.name, ' / ' order by t.position, t.id)
      from variant_options o join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
      where o.store_id = v.store_id and o.id = any(v.option_ids)) as variant_name,
    v.sku, v.barcode, trim_scale(v.price)::text as price, trim_scale(v.cost_price)::text as cost_price, (
      select i.path from product_images i where i.store_id = v.store_id and i.product_id = v.product_id
      order by i.id = v.image_id desc, i.position, i.id limit 1) as image_path,
    v.taxable and p.taxable as taxable, v.shipping_required and p.shipping_required as shipping_required, v.grams,
    v.inventory_policy, p.inventory_management is not null as is_managed
  from variants v join products p on p.store_id = v.store_id and p.id = v.product_id
  where v.store_id = $1 and v.id = ${buildAnyIds("$2")}`;

const buildJsonRowsSql = (sql: string) => `(select coalesce(json_agg(x), '[]') from (${sql}) x)`;
const buildJsonRowSql = (sql: string) => `(select row_to_json(x) from (${sql}) x)`;
const buildReserveIdsSql = (sequence: string, count: string) =>
  `array(select nextval('${sequence}') from generate_series(1, ${count}::integer))`;

// guard store-predicate-of-ordered-locations: with `$1::bigint > 0` instead of `o.store_id = $1`, other-stores.test.ts fails
// guard store-predicate-of-ordered-customers: with `$1::bigint > 0` instead of `r.store_id = $1`, other-stores.test.ts fails
const statement = defineStatement(
  "order_store_data",
  `
    select ${buildJsonRowsSql(variantSql)} as variants,
      ${buildJsonRowsSql(`
        select l.variant_id, l.location_id, l.inventory_quantity from inventory_levels l
        where l.store_id = $1 and l.variant_id = ${buildAnyIds("$2")}`)} as levels,
      ${buildJsonRowsSql(`
        select o.id, o.name, o.is_active, o.is_primary, o.country_code, o.province_code, o.latitude, o.longitude from locations o
        where o.store_id = $1 and (o.is_active or o.id = any($3::bigint[]))`)} as locations,
      ${buildJsonRowSql(`
        select c.code, trim_scale(c.rate)::text as rate, trim_scale(c.rounding)::text as rounding from currencies c
        where c.store_id = $1 and c.code = $4::text`)} as currency,
      ${buildJsonRowSql(`
        select r.id, r.code, r.first_name, r.last_name, r.email, r.phone from customers r
        where r.store_id = $1 and r.id = $5::bigint`)} as customer,
      ${buildInstantSql("clock_timestamp()::timestamptz(3)")} as placed_at,
      -- The audit log contains only changes of existing orders, so no actor is set while an order is placed.
      set_config('souk.actor', '', true) as no_actor,
      -- Reserving ids sometimes writes to the write-ahead log. Do not wait for the disk; the commit of the order includes these writes.
      case when $9::boolean then set_config('synchronous_commit', 'off', true) end as async_commit,
      nextval('orders_id_seq') as order_id, nextval('fulfillment_orders_id_seq') as fulfillment_order_id,
      ${buildReserveIdsSql("order_lines_id_seq", "$6")} as line_ids, ${buildReserveIdsSql("fulfillment_order_lines_id_seq", "$6")} as fulfillment_order_line_ids,
      ${buildReserveIdsSql("order_transactions_id_seq", "$7")} as transaction_ids, ${buildReserveIdsSql("shipping_fee_ids", "$8")} as fee_ids,
      array(select app.handle from apps app where app.handle = any($10::text[]) and exists (
        select from installations installation where installation.store_id = $1 and installation.app_id = app.id)) as app_handles`,
);

/** Load the data from which a new order is built, and reserve the ids of its records. */
export async function loadStoreData(db: Queryable, store: Store, query: StoreDataQuery): Promise<StoreData> {
  const values = [
    store.id,
    [...query.variant_ids],
    [...query.location_ids],
    query.currency_code,
    query.customer_id,
    query.line_count,
    query.transaction_count,
    query.fee_count,
    !("isTransaction" in db),
    [...query.app_handles],
  ];
  const row = await db.maybeOne<StoreData>(statement, values);
  if (!row) throw new Error("The statement that loads a new order's data returned no row.");
  return row;
}
