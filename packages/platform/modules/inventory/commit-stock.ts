import { monotonicUpdatedAt, type Statement } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { LevelKey } from "./level-store.ts";
import { buildManyLevelsStatement, buildStockValues } from "./stock-statement.ts";

/** Units of a level that an order commits, so that they are no longer available. */
export interface CommittedUnits extends LevelKey {
  quantity: number;
  /** Whether the level must have enough available units. */
  cannot_oversell: boolean;
}

/** A level that does not have the units that an order needs, or does not exist. */
export interface ShortLevel extends LevelKey {
  /** The available units; 0 if the level does not exist. */
  available_quantity: number;
}

/** SQL of the records that are written in one statement with the committed stock. */
export interface OrderWriteSql {
  /** SQL that locks other rows before the levels. */
  earlierLocks: {
    /** The table expressions that lock the other rows, each with a trailing comma. */
    expressions: string;
    /** A condition that makes these table expressions run before the levels are locked. */
    lockCondition: string;
    /** The condition that must be true. If it is false, nothing is written. */
    requiredCondition: string;
  };
  /** Build the table expressions that write the records. Each of them must write nothing unless `condition` is true. */
  buildWrites(condition: string): string;
  /** SQL of additional columns of the result. */
  resultColumns: string;
}

/** The number of the first SQL placeholder for the values of the records. */
export const firstRecordPlaceholder = 15;

// guard order-deny-check: without `or line.cannot_oversell and before.inventory_quantity < line.quantity`, last-units.test.ts fails
// guard order-level-lock: without `order by l.variant_id, l.location_id for no key update of l`, last-units.test.ts fails
const buildLevelSql = ({
  expressions,
  lockCondition,
  requiredCondition,
}: OrderWriteSql["earlierLocks"]): string => `
  ${expressions}
  line as materialized (
    select * from unnest($10::bigint[], $11::bigint[], $12::bigint[], $13::boolean[])
      as line (variant_id, location_id, quantity, cannot_oversell)),
  before as materialized (
    select l.variant_id, l.location_id, l.inventory_quantity from inventory_levels l
    join line on l.variant_id = line.variant_id and l.location_id = line.location_id
    where l.store_id = $1 and ${lockCondition} order by l.variant_id, l.location_id for no key update of l),
  short as materialized (
    select line.variant_id, line.location_id, coalesce(before.inventory_quantity, 0) as available_quantity
    from line left join before on before.variant_id = line.variant_id and before.location_id = line.location_id
    where before.variant_id is null or line.cannot_oversell and before.inventory_quantity < line.quantity),
  check_result as materialized (select not exists (select from short) and ${requiredCondition} as can_commit),
  level as (
    update inventory_levels l set inventory_quantity = l.inventory_quantity - line.quantity,
      committed_inventory_quantity = l.committed_inventory_quantity + line.quantity, updated_at = ${monotonicUpdatedAt("l.updated_at")}
    from before join line on before.variant_id = line.variant_id and before.location_id = line.location_id
    where l.store_id = $1 and l.variant_id = before.variant_id and l.location_id = before.location_id and (select can_commit from check_result)
    returning l.*, -line.quantity as change, 'DECREASE'::text as adjustment)`;

const movementSql = `
  movement as (
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, reference, actor_kind, actor_id, request_id, order_id)
    select $1, level.updated_at, level.variant_id, level.location_id, moved.field, moved.change, moved.resulting,
      $8::text, $9::text, $3::text, $4::text, $5::text, $14::bigint
    from level cross join lateral (values
      ('inventory_quantity', level.change, level.inventory_quantity),
      ('committed_inventory_quantity', -level.change, level.committed_inventory_quantity)) as moved (field, change, resulting)
    order by level.variant_id, level.location_id, moved.field desc)`;

/**
 * Build a statement that commits an order's units at levels and writes the order. The statement locks the rows of `earlierLocks`,
 * then levels, variants and products. It writes nothing if a level does not exist, if a level that cannot be oversold has too few
 * units, or if `requiredCondition` is false.
 */
export function buildCommitStockStatement(
  name: string,
  { earlierLocks, buildWrites, resultColumns }: OrderWriteSql,
): Statement {
  const sql = {
    level: buildLevelSql(earlierLocks),
    movement: `${movementSql},${buildWrites("(select can_commit from check_result)")}`,
    result: `
      select (select json_agg(short) from short) as short, (select can_commit from check_result) as is_placed, ${resultColumns}`,
  };
  return buildManyLevelsStatement(name, sql, "levels and products");
}

/** Return the values of the statement's placeholders before `firstRecordPlaceholder`. */
export function buildCommitStockValues(
  store: Store,
  { cause, number, order_id }: { cause: Cause; number: number; order_id: number },
  units: readonly CommittedUnits[],
): unknown[] {
  const changeReason = { context: "order/create", reason: "order placed", reference: `#${number}` };
  return [
    ...buildStockValues(store, cause, changeReason),
    units.map(({ variant_id }) => variant_id),
    units.map(({ location_id }) => location_id),
    units.map(({ quantity }) => quantity),
    units.map(({ cannot_oversell }) => cannot_oversell),
    order_id,
  ];
}
