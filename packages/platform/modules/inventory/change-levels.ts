import { type QuantityField, quantityFields } from "@souk/contract";
import { monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { levelJson } from "./level-json.ts";
import { type LevelPlace, openLevels } from "./level-store.ts";
import { manyLevelsStatement, stockValues } from "./stock-statement.ts";

/** The change of one quantity of a level; each line is a movement of its own, in the order given. */
export interface LevelLine extends LevelPlace {
  field: QuantityField;
  /** The amount of the change. A line of 0 is left out. */
  change: number;
  /** Whether the caller set the quantity: then the event says SET and not INCREASE or DECREASE. */
  is_set?: boolean;
  /** Replaces the common reason. */
  reason?: string;
  reference?: string | null;
}

/** The reason of a change of levels, written on each of its movements and events. */
export interface ChangeReason {
  cause: Cause;
  /** The topic of the cause, sent as Service-Webhook-Context (WHK-6). */
  context: string;
  reason: string;
  reference?: string | null;
  order_id?: number;
  purchase_order_id?: number;
  transfer_id?: number;
}

/** A level as it is after the change. */
export interface ChangedLevel extends LevelPlace, Record<QuantityField, number> {
  inventory_policy: "deny" | "continue";
  /** The level as JSON text. */
  text: string;
}

/**
 * Change quantities of levels by deltas, in one statement: levels, totals, ledger and events (INV-2, WHK-13). Levels
 * are opened where a variant is not stocked, and locked in the order of variant and location, before variants and
 * products: a transaction that calls this more than once, or after it has locked variants or products, may meet a
 * deadlock.
 *
 * Nothing is checked: the caller checks the result and throws, which undoes it all, when a quantity is below 0 that
 * must not be, and checks beforehand whether a location may take stock. Only a changed `inventory_quantity` is
 * published, once a level and once a product.
 * @returns the levels that have a line, by variant and location; one whose variant or location is gone is missing
 */
export type ChangeLevels = (
  tx: Transaction,
  store: Store,
  change: { lines: readonly LevelLine[]; why: ChangeReason },
) => Promise<ChangedLevel[]>;

const sumSql = (field: QuantityField) =>
  `coalesce(sum(change) filter (where field = '${field}'), 0)::bigint as ${field}`;

// The totals are added under the rows' locks, taken in the one order that all changes of stock keep.
const level = `
  line as materialized (
    select * from unnest($10::bigint[], $11::bigint[], $12::text[], $13::bigint[], $14::boolean[], $15::text[], $16::text[])
      with ordinality as line (variant_id, location_id, field, change, is_set, reason, reference, n)
    where change <> 0),
  moved as materialized (
    select variant_id, location_id, ${quantityFields.map(sumSql).join(", ")}, bool_or(is_set) as is_set
    from line group by variant_id, location_id),
  before as materialized (
    select l.variant_id, l.location_id from inventory_levels l
    join moved on l.variant_id = moved.variant_id and l.location_id = moved.location_id
    where l.store_id = $1 order by l.variant_id, l.location_id for no key update of l),
  level as (
    update inventory_levels l set ${quantityFields.map((field) => `${field} = l.${field} + moved.${field}`).join(", ")},
      updated_at = ${monotonicUpdatedAt("l.updated_at")}
    from before join moved on before.variant_id = moved.variant_id and before.location_id = moved.location_id
    where l.store_id = $1 and l.variant_id = before.variant_id and l.location_id = before.location_id
    returning l.*, moved.inventory_quantity as change,
      case when moved.is_set then 'SET' when moved.inventory_quantity > 0 then 'INCREASE' else 'DECREASE' end as adjustment)`;

// What a line led to is what the level is in the end, less what the lines after it did.
const movement = `
  movement as (
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, reference, actor_kind, actor_id, request_id, order_id, purchase_order_id, transfer_id)
    select $1, level.updated_at, line.variant_id, line.location_id, line.field, line.change,
      case line.field ${quantityFields.map((field) => `when '${field}' then level.${field}`).join(" ")} end - line.later,
      coalesce(line.reason, $8), case when line.reason is null then $9 else line.reference end,
      $3::text, $4::text, $5::text, $17::bigint, $18::bigint, $19::bigint
    from (
      select *, (sum(change) over place_of_line - sum(change) over up_to_line)::bigint as later from line
      window place_of_line as (partition by variant_id, location_id, field),
        up_to_line as (partition by variant_id, location_id, field order by n)) line
    join level on level.variant_id = line.variant_id and level.location_id = line.location_id
    order by line.n)`;

const answer = `
  select level.variant_id, level.location_id, ${quantityFields.map((field) => `level.${field}`).join(", ")}, v.inventory_policy,
    ${levelJson("level", "$2")} as text
  from level join variants v on v.store_id = $1 and v.id = level.variant_id
  order by level.variant_id, level.location_id`;

/** Change levels, and open those of variants that are not stocked yet at the location. */
export const changeLevels: ChangeLevels = async (tx, store, { lines, why }) => {
  const changed = lines.filter(({ change }) => change !== 0);
  if (changed.length > 0) await openLevels(tx, store, changed);
  return changeOpenLevels(tx, store, { lines: changed, why });
};

const changeMany = manyLevelsStatement(
  "stock_change_many",
  { level, movement, answer },
  "levels and products",
);
const changeManyLevelsOnly = manyLevelsStatement(
  "stock_change_many_levels_only",
  { level, movement, answer },
  "levels only",
);

/** Change levels that exist already. */
export const changeOpenLevels: ChangeLevels = async (tx, store, { lines, why }) => {
  if (lines.length === 0) return [];
  return (await tx.query<ChangedLevel>(changeMany, changeValues(store, lines, why))).rows;
};

/** Change levels that exist already, for a caller that publishes the changed products itself. */
export const changeOpenLevelsOnly: ChangeLevels = async (tx, store, { lines, why }) => {
  if (lines.length === 0) return [];
  return (await tx.query<ChangedLevel>(changeManyLevelsOnly, changeValues(store, lines, why))).rows;
};

function changeValues(store: Store, lines: readonly LevelLine[], why: ChangeReason): unknown[] {
  const { cause, context, reason, reference = null } = why;
  return [
    ...stockValues(store, cause, { context, reason, reference }),
    lines.map(({ variant_id }) => variant_id),
    lines.map(({ location_id }) => location_id),
    lines.map(({ field }) => field),
    lines.map(({ change }) => change),
    lines.map(({ is_set = false }) => is_set),
    lines.map((line) => line.reason ?? null),
    lines.map((line) => line.reference ?? null),
    why.order_id ?? null,
    why.purchase_order_id ?? null,
    why.transfer_id ?? null,
  ];
}
