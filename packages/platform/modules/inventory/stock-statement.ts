import { monotonicUpdatedAt, type Statement } from "@souk/database";
import { namedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { levelJson } from "./level-json.ts";
import { selectLevelEvents, selectProductEvents } from "./stock-events.ts";

/** The reason of a change of stock, for the ledger and the events. */
export interface StockReason {
  /** The topic of the cause, sent as Service-Webhook-Context (WHK-6). */
  context: string;
  reason: string;
  reference: string | null;
}

/** Return `$1` to `$9` of every stock statement; the level's own values follow from `$10`. */
export function stockValues(store: Store, cause: Cause, why: StockReason): unknown[] {
  const { actor, request_id } = cause;
  const app = actor.kind === "app" ? actor.id : null;
  const { context, reason, reference } = why;
  return [store.id, store.timezone, actor.kind, actor.id, request_id, app, context, reason, reference];
}

// Each part reads the one before it, which forces the order of the locks: levels, variants, products. Totals move by
// delta.
function totals({ variants, products }: { variants: string; products: string }): string {
  return `
  variant as (
    update variants v set inventory_quantity = v.inventory_quantity + moved.change, updated_at = ${monotonicUpdatedAt("v.updated_at")}
    from (select variant_id, sum(change)::bigint as change from level where change <> 0 group by variant_id) moved${variants}
    where v.store_id = $1 and v.id = moved.variant_id
    returning v.id, v.product_id, moved.change),${products === "" ? "" : lockedProducts}
  product as (
    update products p set total_quantity = p.total_quantity + moved.change, version = p.version + 1,
      updated_at = ${monotonicUpdatedAt("p.updated_at")}
    from (select product_id, sum(change)::bigint as change from variant group by product_id) moved${products}
    where p.store_id = $1 and p.id = moved.product_id
    returning p.id),
${changedFrom("product.id", "variant on variant.id = level.variant_id join product on product.id = variant.product_id")}`;
}

// What the selects of events read.
function changedFrom(productId: string, joined: string): string {
  return `
  changed as (
    select level.id as level_id, level.variant_id, level.location_id, ${productId} as product_id,
      level.inventory_quantity, level.change, level.adjustment, level.updated_at,
      $7::text as context, $6::text as trigger_by_app, $2::text as timezone
    from level join ${joined}
    where level.change <> 0)`;
}

const lockedVariants = `
  variant_lock as materialized (
    select v.id from variants v where v.store_id = $1 and v.id in (select variant_id from level where change <> 0)
    order by v.id for no key update),`;

const lockedProducts = `
  product_lock as materialized (
    select p.id from products p where p.store_id = $1 and p.id in (select product_id from variant)
    order by p.id for no key update),`;

const ofOneProduct = totals({ variants: "", products: "" });
// Many changes at once meet others on their way: all take their variants and products in the order of their ids.
const ofManyProducts =
  lockedVariants +
  totals({
    variants: " join variant_lock on variant_lock.id = moved.variant_id",
    products: " join product_lock on product_lock.id = moved.product_id",
  });

const movement = `
  movement as (
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, reference, actor_kind, actor_id, request_id)
    select $1, updated_at, variant_id, location_id, 'inventory_quantity', change, inventory_quantity,
      $8::text, $9::text, $3::text, $4::text, $5::text
    from changed)`;

/**
 * The events that a change of stock writes: its caller may publish the changed products itself, with its other
 * changes.
 */
export type StockEvents = "levels and products" | "levels only";

function recorded(stockEvents: StockEvents): string {
  const levels = selectLevelEvents("changed");
  const selected =
    stockEvents === "levels only" ? levels : `${levels} union all ${selectProductEvents("changed")}`;
  return `,
  recorded as (
    insert into event_inbox (store_id, occurred_at, topic, resource_id, payload, context, trigger_by_app,
      actor_kind, actor_id, request_id)
    select $1, e.updated_at, e.topic, e.resource_id, e.payload, e.context, e.trigger_by_app,
      $3::text, $4::text, $5::text
    from (${selected}) e)`;
}

/**
 * Build a statement that changes stock: levels, totals, ledger and events, or nothing at all.
 * @param name starts the statement's name
 * @param level the table expression `level` and those it needs before it: the changed levels with `change` and
 *   `adjustment`
 */
export function stockStatement(name: string, level: string, stockEvents: StockEvents): Statement {
  return namedStatement(
    name,
    `with ${level},${ofOneProduct},${movement}${recorded(stockEvents)}
     select level.variant_id, ${levelJson("level", "$2")} as text from level`,
  );
}

/** The parts of a statement that changes many levels of many products. */
export interface ManyLevels {
  /** The table expression `level` and those it needs before it, as for one level. */
  level: string;
  /** The table expression `movement` that writes the ledger, from `level`. */
  movement: string;
  /** The columns of the result. */
  answer: string;
}

/** Build a statement that changes levels of many products, whose rows are locked in the order of their ids. */
export function manyLevelsStatement(
  name: string,
  { level, movement: ledger, answer }: ManyLevels,
  stockEvents: StockEvents,
): Statement {
  return namedStatement(name, `with ${level},${ofManyProducts},${ledger}${recorded(stockEvents)} ${answer}`);
}

/**
 * Build a statement that writes levels, ledger and events of variants whose totals, and those of their products, are
 * written already.
 * @param level the table expression `level` and those it needs before it, as for one level
 */
export function openedLevelsStatement(name: string, level: string): Statement {
  const changed = changedFrom("v.product_id", "variants v on v.store_id = $1 and v.id = level.variant_id");
  return namedStatement(name, `with ${level},${changed},${movement}${recorded("levels only")} select`);
}
