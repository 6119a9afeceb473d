import { monotonicUpdatedAt, type Statement } from "@souk/database";
import { getNamedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildLevelJson } from "./level-json.ts";
import { buildLevelEventsSql, buildProductEventsSql } from "./stock-events.ts";

/** The reason of a change of stock, which is stored with movements and events. */
export interface StockReason {
  /** The topic of the change that caused this change of stock. It is sent as Service-Webhook-Context (WHK-6). */
  context: string;
  reason: string;
  reference: string | null;
}

/** Return the values `$1` to `$9` of every stock statement. The values of the levels begin at `$10`. */
export function buildStockValues(store: Store, cause: Cause, changeReason: StockReason): unknown[] {
  const { actor, request_id } = cause;
  const app = actor.kind === "app" ? actor.id : null;
  const { context, reason, reference } = changeReason;
  return [store.id, store.timezone, actor.kind, actor.id, request_id, app, context, reason, reference];
}

// Each table expression reads the one before it, which enforces the lock order: levels, variants, products. Totals are changed
// by deltas.
function buildTotalsSql({ variantJoin, productJoin }: { variantJoin: string; productJoin: string }): string {
  return `
  variant as (
    update variants v set inventory_quantity = v.inventory_quantity + moved.change, updated_at = ${monotonicUpdatedAt("v.updated_at")}
    from (select variant_id, sum(change)::bigint as change from level where change <> 0 group by variant_id) moved${variantJoin}
    where v.store_id = $1 and v.id = moved.variant_id
    returning v.id, v.product_id, moved.change),${productJoin === "" ? "" : lockProductsSql}
  product as (
    update products p set total_quantity = p.total_quantity + moved.change, version = p.version + 1,
      updated_at = ${monotonicUpdatedAt("p.updated_at")}
    from (select product_id, sum(change)::bigint as change from variant group by product_id) moved${productJoin}
    where p.store_id = $1 and p.id = moved.product_id
    returning p.id),
${buildChangedSql("product.id", "variant on variant.id = level.variant_id join product on product.id = variant.product_id")}`;
}

// Builds the table expression from which events are selected.
function buildChangedSql(productId: string, join: string): string {
  return `
  changed as (
    select level.id as level_id, level.variant_id, level.location_id, ${productId} as product_id,
      level.inventory_quantity, level.change, level.adjustment, level.updated_at,
      $7::text as context, $6::text as trigger_by_app, $2::text as timezone
    from level join ${join}
    where level.change <> 0)`;
}

const lockVariantsSql = `
  variant_lock as materialized (
    select v.id from variants v where v.store_id = $1 and v.id in (select variant_id from level where change <> 0)
    order by v.id for no key update),`;

const lockProductsSql = `
  product_lock as materialized (
    select p.id from products p where p.store_id = $1 and p.id in (select product_id from variant)
    order by p.id for no key update),`;

const totalsOfOneProductSql = buildTotalsSql({ variantJoin: "", productJoin: "" });
// Statements that change many levels lock variants and products in the order of their ids, so that they cannot deadlock.
const totalsOfManyProductsSql =
  lockVariantsSql +
  buildTotalsSql({
    variantJoin: " join variant_lock on variant_lock.id = moved.variant_id",
    productJoin: " join product_lock on product_lock.id = moved.product_id",
  });

const movementSql = `
  movement as (
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, reference, actor_kind, actor_id, request_id)
    select $1, updated_at, variant_id, location_id, 'inventory_quantity', change, inventory_quantity,
      $8::text, $9::text, $3::text, $4::text, $5::text
    from changed)`;

/**
 * The events that a change of stock publishes. With "levels only", the caller publishes the changed products, together with its
 * other changes.
 */
export type StockEvents = "levels and products" | "levels only";

function buildEventsSql(stockEvents: StockEvents): string {
  const levelEventsSql = buildLevelEventsSql("changed");
  const eventsSql =
    stockEvents === "levels only"
      ? levelEventsSql
      : `${levelEventsSql} union all ${buildProductEventsSql("changed")}`;
  return `,
  recorded as (
    insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, context, trigger_by_app,
      actor_kind, actor_id, request_id)
    select $1, e.updated_at, e.topic, e.resource_id, e.payload, e.context, e.trigger_by_app,
      $3::text, $4::text, $5::text
    from (${eventsSql}) e)`;
}

/**
 * Build a statement that changes levels of one product. It also updates totals, and inserts movements and events.
 * @param name the prefix of the statement's name
 * @param level SQL of the table expression `level`, which returns the changed levels with `change` and `adjustment`, preceded by
 *   the table expressions that it needs
 */
export function buildStockStatement(name: string, level: string, stockEvents: StockEvents): Statement {
  return getNamedStatement(
    name,
    `with ${level},${totalsOfOneProductSql},${movementSql}${buildEventsSql(stockEvents)}
     select level.variant_id, ${buildLevelJson("level", "$2")} as text from level`,
  );
}

/** The SQL from which a statement that changes levels of many products is built. */
export interface ManyLevelsSql {
  /** The table expression `level`, as in `buildStockStatement`. */
  level: string;
  /** The table expression `movement`, which inserts movements for `level`. */
  movement: string;
  /** The final query. */
  result: string;
}

/** Build a statement that changes levels of many products, and locks variants and products in the order of their ids. */
export function buildManyLevelsStatement(
  name: string,
  { level, movement, result }: ManyLevelsSql,
  stockEvents: StockEvents,
): Statement {
  return getNamedStatement(
    name,
    `with ${level},${totalsOfManyProductsSql},${movement}${buildEventsSql(stockEvents)} ${result}`,
  );
}

/**
 * Build a statement that inserts levels, movements and events of variants whose totals and product totals already include the
 * stock.
 * @param level SQL of the table expression `level`, as in `buildStockStatement`
 */
export function buildNewLevelsStatement(name: string, level: string): Statement {
  const changedSql = buildChangedSql(
    "v.product_id",
    "variants v on v.store_id = $1 and v.id = level.variant_id",
  );
  return getNamedStatement(
    name,
    `with ${level},${changedSql},${movementSql}${buildEventsSql("levels only")} select`,
  );
}
