import { type QuantityField, quantityFields } from "@souk/contract";
import { monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildLevelJson } from "./level-json.ts";
import { createMissingLevels, type LevelKey } from "./level-store.ts";
import { buildManyLevelsStatement, buildStockValues } from "./stock-statement.ts";

/** The change of one quantity of a level. Each line becomes one movement, in the given order. */
export interface LevelLine extends LevelKey {
  field: QuantityField;
  /** The amount of the change. A line with 0 is ignored. */
  change: number;
  /** Whether the quantity was set. If so, the event's adjustment is SET instead of INCREASE or DECREASE. */
  is_set?: boolean;
  /** If a line has a reason, the line's `reason` and `reference` replace those in `ChangeReason`. */
  reason?: string;
  reference?: string | null;
}

/** Why levels change. The reason is stored with each movement and event. */
export interface ChangeReason {
  cause: Cause;
  /** The topic of the change that caused this change of stock. It is sent as Service-Webhook-Context (WHK-6). */
  context: string;
  reason: string;
  reference?: string | null;
  order_id?: number;
  purchase_order_id?: number;
  transfer_id?: number;
}

/** The state of a level after the change. */
export interface ChangedLevel extends LevelKey, Record<QuantityField, number> {
  inventory_policy: "deny" | "continue";
  /** The level as JSON text. */
  text: string;
}

/**
 * Change quantities of levels by deltas. One statement updates levels and totals, and inserts movements and events (INV-2,
 * WHK-13). It locks levels in the order of variant and location, and then variants and products. Therefore, a transaction that
 * calls this function twice, or after locking variants or products, can deadlock.
 *
 * Nothing is checked. Before the call, the caller checks whether the location accepts stock. After the call, the caller checks the
 * quantities that must not be negative, and throws to roll back if one of them is negative. Only changes of `inventory_quantity` are
 * published, once for each level and once for each product.
 * @returns the changed levels, sorted by variant and location, without those whose variant or location does not exist
 */
export type ChangeLevels = (
  tx: Transaction,
  store: Store,
  change: { lines: readonly LevelLine[]; changeReason: ChangeReason },
) => Promise<ChangedLevel[]>;

const buildSumSql = (field: QuantityField) =>
  `coalesce(sum(change) filter (where field = '${field}'), 0)::bigint as ${field}`;

// The deltas are added while the rows are locked. All changes of stock lock rows in the same order.
const levelSql = `
  line as materialized (
    select * from unnest($10::bigint[], $11::bigint[], $12::text[], $13::bigint[], $14::boolean[], $15::text[], $16::text[])
      with ordinality as line (variant_id, location_id, field, change, is_set, reason, reference, n)
    where change <> 0),
  moved as materialized (
    select variant_id, location_id, ${quantityFields.map(buildSumSql).join(", ")}, bool_or(is_set) as is_set
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

// The resulting quantity of a line is the final quantity of the level minus the changes of the later lines.
const movementSql = `
  movement as (
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, reference, actor_kind, actor_id, request_id, order_id, purchase_order_id, transfer_id)
    select $1, level.updated_at, line.variant_id, line.location_id, line.field, line.change,
      case line.field ${quantityFields.map((field) => `when '${field}' then level.${field}`).join(" ")} end - line.later,
      coalesce(line.reason, $8), case when line.reason is null then $9 else line.reference end,
      $3::text, $4::text, $5::text, $17::bigint, $18::bigint, $19::bigint
    from (
      select *, (sum(change) over all_lines - sum(change) over up_to_line)::bigint as later from line
      window all_lines as (partition by variant_id, location_id, field),
        up_to_line as (partition by variant_id, location_id, field order by n)) line
    join level on level.variant_id = line.variant_id and level.location_id = line.location_id
    order by line.n)`;

const resultSql = `
  select level.variant_id, level.location_id, ${quantityFields.map((field) => `level.${field}`).join(", ")}, v.inventory_policy,
    ${buildLevelJson("level", "$2")} as text
  from level join variants v on v.store_id = $1 and v.id = level.variant_id
  order by level.variant_id, level.location_id`;

/** Change levels, and first create those that do not exist. */
export const changeLevels: ChangeLevels = async (tx, store, { lines, changeReason }) => {
  const changedLines = lines.filter(({ change }) => change !== 0);
  if (changedLines.length > 0) await createMissingLevels(tx, store, changedLines);
  return changeExistingLevels(tx, store, { lines: changedLines, changeReason });
};

const changeStatement = buildManyLevelsStatement(
  "stock_change_many",
  { level: levelSql, movement: movementSql, result: resultSql },
  "levels and products",
);
const changeWithoutProductEventsStatement = buildManyLevelsStatement(
  "stock_change_many_levels_only",
  { level: levelSql, movement: movementSql, result: resultSql },
  "levels only",
);

/** Change levels, all of which exist. */
export const changeExistingLevels: ChangeLevels = async (tx, store, { lines, changeReason }) => {
  if (lines.length === 0) return [];
  return (await tx.query<ChangedLevel>(changeStatement, buildChangeValues(store, lines, changeReason))).rows;
};

/** Change levels, all of which exist, without publishing the products. The caller publishes the products. */
export const changeExistingLevelsWithoutProductEvents: ChangeLevels = async (
  tx,
  store,
  { lines, changeReason },
) => {
  if (lines.length === 0) return [];
  const values = buildChangeValues(store, lines, changeReason);
  return (await tx.query<ChangedLevel>(changeWithoutProductEventsStatement, values)).rows;
};

function buildChangeValues(store: Store, lines: readonly LevelLine[], changeReason: ChangeReason): unknown[] {
  const { cause, context, reason, reference = null } = changeReason;
  return [
    ...buildStockValues(store, cause, { context, reason, reference }),
    lines.map(({ variant_id }) => variant_id),
    lines.map(({ location_id }) => location_id),
    lines.map(({ field }) => field),
    lines.map(({ change }) => change),
    lines.map(({ is_set = false }) => is_set),
    lines.map((line) => line.reason ?? null),
    lines.map((line) => line.reference ?? null),
    changeReason.order_id ?? null,
    changeReason.purchase_order_id ?? null,
    changeReason.transfer_id ?? null,
  ];
}
