import type { Queryable } from "@souk/database";
import { anyOf } from "../../../listing/any-of.ts";
import type { Store } from "../../../routing/call.ts";
import type { CustomerCopy } from "../order-rows.ts";
import { instantSql } from "../order-tables.ts";
import type { Place } from "./choose-locations.ts";

/** A variant as lines copy it. */
export interface SoldVariant {
  id: number;
  product_id: number;
  product_name: string;
  variant_name: string | null;
  sku: string;
  barcode: string;
  image_path: string | null;
  /** Decimal text of the store's currency. */
  price: string;
  cost_price: string | null;
  taxable: boolean;
  shipping_required: boolean;
  grams: number;
  inventory_policy: "deny" | "continue";
  is_managed: boolean;
}

export interface PlannedPlace extends Place {
  name: string;
  is_active: boolean;
}

/** What a new order is made from, all of one moment. */
export interface OrderPlan {
  variants: readonly SoldVariant[];
  levels: readonly { variant_id: number; location_id: number; inventory_quantity: number }[];
  /** Active ones, and those that are named. */
  places: readonly PlannedPlace[];
  /** The order's currency, where the store has it. */
  currency: { code: string; rate: string; rounding: string | null } | null;
  customer: CustomerCopy | null;
  /** ISO 8601 in UTC. */
  at: string;
  order_id: number;
  line_ids: readonly number[];
  share_ids: readonly number[];
  fulfillment_order_id: number;
  transaction_ids: readonly number[];
  fee_ids: readonly number[];
}

/** What is asked for. */
export interface PlanQuestion {
  variant_ids: readonly number[];
  location_ids: readonly number[];
  currency_code: string;
  customer_id: number | null;
  lines: number;
  transactions: number;
  fees: number;
}

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
  where v.store_id = $1 and v.id = ${anyOf("$2")}`;

const all = (sql: string) => `(select coalesce(json_agg(x), '[]') from (${sql}) x)`;
const one = (sql: string) => `(select row_to_json(x) from (${sql}) x)`;
const ids = (sequence: string, count: string) =>
  `array(select nextval('${sequence}') from generate_series(1, ${count}::integer))`;

const statement = {
  name: "order_plan",
  text: `
    select ${all(variantSql)} as variants,
      ${all(`
        select l.variant_id, l.location_id, l.inventory_quantity from inventory_levels l
        where l.store_id = $1 and l.variant_id = ${anyOf("$2")}`)} as levels,
      ${all(`
        select o.id, o.name, o.is_active, o.is_primary, o.country_code, o.province_code, o.latitude, o.longitude from locations o
        where o.store_id = $1 and (o.is_active or o.id = any($3::bigint[]))`)} as places,
      ${one(`
        select c.code, trim_scale(c.rate)::text as rate, trim_scale(c.rounding)::text as rounding from currencies c
        where c.store_id = $1 and c.code = $4::text`)} as currency,
      ${one(`
        select r.id, r.code, r.first_name, r.last_name, r.email, r.phone from customers r
        where r.store_id = $1 and r.id = $5::bigint`)} as customer,
      ${instantSql("clock_timestamp()::timestamptz(3)")} as at,
      -- The audit log tells what becomes of an order, not that it was placed: that says the order itself.
      set_config('souk.actor', '', true) as untold,
      -- Drawn ids are logged now and then, which would wait for the disk; an order's own commit writes what came before it too.
      case when $9::boolean then set_config('synchronous_commit', 'off', true) end as unhurried,
      nextval('orders_id_seq') as order_id, nextval('fulfillment_orders_id_seq') as fulfillment_order_id,
      ${ids("order_lines_id_seq", "$6")} as line_ids, ${ids("fulfillment_order_lines_id_seq", "$6")} as share_ids,
      ${ids("order_transactions_id_seq", "$7")} as transaction_ids, ${ids("shipping_fee_ids", "$8")} as fee_ids`,
};

/** Reads what a new order is made from, and draws its ids. */
export async function readPlan(run: Queryable, store: Store, asked: PlanQuestion): Promise<OrderPlan> {
  const { variant_ids, location_ids, currency_code, customer_id, lines, transactions, fees } = asked;
  const values = [
    store.id,
    [...variant_ids],
    [...location_ids],
    currency_code,
    customer_id,
    lines,
    transactions,
    fees,
    !("isTransaction" in run),
  ];
  const { rows } = await run.query<OrderPlan>(statement, values);
  if (!rows[0]) throw new Error("A plan was answered with no row.");
  return rows[0];
}
