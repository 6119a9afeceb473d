import { defineStatement, type Queryable } from "@souk/database";
import { anyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { CustomerCopy } from "../order-rows.ts";
import { buildInstantSql } from "../order-tables.ts";
import type { CandidateLocation } from "./choose-locations.ts";

/** A variant's data that lines copy. */
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
  is_managed: boolean;
}

export interface PlannedLocation extends CandidateLocation {
  name: string;
  is_active: boolean;
}

/** The store's data that a new order is built from, read at one moment. */
export interface OrderPlan {
  variants: readonly SoldVariant[];
  levels: readonly { variant_id: number; location_id: number; inventory_quantity: number }[];
  /** The active locations and the ones that the order names. */
  locations: readonly PlannedLocation[];
  /** The order's currency; null if the store does not use it. */
  currency: { code: string; rate: string; rounding: string | null } | null;
  customer: CustomerCopy | null;
  /** The time of the order: ISO 8601 in UTC. */
  at: string;
  order_id: number;
  line_ids: readonly number[];
  fulfillment_order_line_ids: readonly number[];
  fulfillment_order_id: number;
  transaction_ids: readonly number[];
  fee_ids: readonly number[];
}

/** The ids to load for a new order, and the number of ids to draw. */
export interface PlanQuery {
  variant_ids: readonly number[];
  location_ids: readonly number[];
  currency_code: string;
  customer_id: number | null;
  lines: number;
  transactions: number;
  fees: number;
}

// guard: store-predicate-of-ordered-variants with `$1::bigint > 0` for `v.store_id = $1`: other-stores.test.ts
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
  where v.store_id = $1 and v.id = ${anyIds("$2")}`;

const jsonRows = (sql: string) => `(select coalesce(json_agg(x), '[]') from (${sql}) x)`;
const jsonRow = (sql: string) => `(select row_to_json(x) from (${sql}) x)`;
const drawIdsSql = (sequence: string, count: string) =>
  `array(select nextval('${sequence}') from generate_series(1, ${count}::integer))`;

// guard: store-predicate-of-ordered-locations with `$1::bigint > 0` for `o.store_id = $1`: other-stores.test.ts
// guard: store-predicate-of-ordered-customers with `$1::bigint > 0` for `r.store_id = $1`: other-stores.test.ts
const statement = defineStatement(
  "order_plan",
  `
    select ${jsonRows(variantSql)} as variants,
      ${jsonRows(`
        select l.variant_id, l.location_id, l.inventory_quantity from inventory_levels l
        where l.store_id = $1 and l.variant_id = ${anyIds("$2")}`)} as levels,
      ${jsonRows(`
        select o.id, o.name, o.is_active, o.is_primary, o.country_code, o.province_code, o.latitude, o.longitude from locations o
        where o.store_id = $1 and (o.is_active or o.id = any($3::bigint[]))`)} as locations,
      ${jsonRow(`
        select c.code, trim_scale(c.rate)::text as rate, trim_scale(c.rounding)::text as rounding from currencies c
        where c.store_id = $1 and c.code = $4::text`)} as currency,
      ${jsonRow(`
        select r.id, r.code, r.first_name, r.last_name, r.email, r.phone from customers r
        where r.store_id = $1 and r.id = $5::bigint`)} as customer,
      ${buildInstantSql("clock_timestamp()::timestamptz(3)")} as at,
      -- The audit log records changes of an order, not its placement, which the order itself shows.
      set_config('souk.actor', '', true) as no_actor,
      -- Drawing ids sometimes writes to the log, which would wait for the disk; the order's own commit covers earlier writes.
      case when $9::boolean then set_config('synchronous_commit', 'off', true) end as async_commit,
      nextval('orders_id_seq') as order_id, nextval('fulfillment_orders_id_seq') as fulfillment_order_id,
      ${drawIdsSql("order_lines_id_seq", "$6")} as line_ids, ${drawIdsSql("fulfillment_order_lines_id_seq", "$6")} as fulfillment_order_line_ids,
      ${drawIdsSql("order_transactions_id_seq", "$7")} as transaction_ids, ${drawIdsSql("shipping_fee_ids", "$8")} as fee_ids`,
);

/** Load the data that a new order is built from, and draw its ids. */
export async function loadPlan(db: Queryable, store: Store, query: PlanQuery): Promise<OrderPlan> {
  const { variant_ids, location_ids, currency_code, customer_id, lines, transactions, fees } = query;
  const values = [
    store.id,
    [...variant_ids],
    [...location_ids],
    currency_code,
    customer_id,
    lines,
    transactions,
    fees,
    !("isTransaction" in db),
  ];
  const row = await db.maybeOne<OrderPlan>(statement, values);
  if (!row) throw new Error("The order plan statement returned no row.");
  return row;
}
