import type { BodyOf, FieldError, operations } from "@souk/contract";
import type { LevelLine } from "./change-levels.ts";
import { inactiveMessage, unknownPlace } from "./level-store.ts";
import { type LevelNow, type LevelsNow, placeKey } from "./lock-levels.ts";

export type BatchLine = BodyOf<typeof operations.changeInventoryLevels>["inventory_levels"][number];

/** What a batch comes to. */
export interface BatchPlan {
  /** What is wrong with its lines; nothing may be changed then. */
  faults: FieldError[];
  /** Lines whose level is not as expected. */
  conflicts: FieldError[];
  /** The levels of `conflicts`. */
  unexpected: LevelNow[];
  changes: LevelLine[];
}

/** A line that is neither a set nor an adjustment, or both, named by its place in the batch. */
export function shapeFaults(lines: readonly BatchLine[]): FieldError[] {
  return lines.flatMap(({ quantity, adjustment_quantity }, index) => {
    const at = `inventory_levels.${index}`;
    if (quantity === undefined && adjustment_quantity === undefined)
      return [{ path: `${at}.quantity`, message: "is required unless adjustment_quantity is sent" }];
    return quantity === undefined || adjustment_quantity === undefined
      ? []
      : [{ path: `${at}.adjustment_quantity`, message: "cannot be sent together with quantity" }];
  });
}

/**
 * Works out what each line changes, the lines of one level in their order, each from where the one before it leads.
 * @param lines that have no shape faults
 * @param levels what every line's level is now, under its lock
 */
export function planBatch(lines: readonly BatchLine[], levels: LevelsNow): BatchPlan {
  const plan: BatchPlan = { faults: [], conflicts: [], unexpected: [], changes: [] };
  const running = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const key = placeKey(line);
    const level = levels.get(key);
    if (!level) throw new Error(`The level of line ${index} was not read.`);
    const before = running.get(key) ?? level.inventory_quantity;
    const change = line.adjustment_quantity ?? (line.quantity ?? 0) - before;
    const at = (fields: FieldError[]) =>
      fields.map(({ path, message }) => ({ path: `inventory_levels.${index}.${path}`, message }));
    plan.faults.push(...at(faultsOf(line, level, { before, change })));
    if (line.expected_quantity !== undefined && line.expected_quantity !== before) {
      const message = `is not the quantity, which is ${before}`;
      plan.conflicts.push(...at([{ path: "expected_quantity", message }]));
      plan.unexpected.push(level);
    }
    running.set(key, before + change);
    plan.changes.push(changeOf(line, change));
  }
  return plan;
}

function faultsOf(
  { adjustment_quantity }: BatchLine,
  level: LevelNow,
  { before, change }: { before: number; change: number },
): FieldError[] {
  const unknown = unknownPlace(level);
  if (unknown.length > 0) return unknown;
  if (level.is_active === false && (change > 0 || level.text === null))
    return [{ path: "location_id", message: inactiveMessage }];
  const mayNot = level.inventory_policy === "deny" && change < 0 && before + change < 0;
  if (adjustment_quantity === undefined || !mayNot) return [];
  const message = `would take the stock below 0: the quantity is ${before} and the variant's inventory_policy is deny`;
  return [{ path: "adjustment_quantity", message }];
}

function changeOf(line: BatchLine, change: number): LevelLine {
  const { variant_id, location_id, reason, reference = null } = line;
  const is_set = line.quantity !== undefined;
  return {
    variant_id,
    location_id,
    field: "inventory_quantity",
    change,
    is_set,
    reason: reason ?? (is_set ? "set" : "adjust"),
    reference,
  };
}
