import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import type { LevelLine } from "./change-levels.ts";
import { inactiveMessage, unknownPlace } from "./level-store.ts";
import { type LevelNow, type LevelsNow, placeKey } from "./lock-levels.ts";

export type BatchLine = OperationBody<typeof operations.changeInventoryLevels>["inventory_levels"][number];

/** The computed result of a batch. */
export interface BatchPlan {
  /** Errors in its lines; if there are any, nothing may be changed. */
  errors: FieldError[];
  /** Lines whose level is not as expected. */
  conflicts: FieldError[];
  /** The levels of `conflicts`. */
  unexpected: LevelNow[];
  changes: LevelLine[];
}

/**
 * Return an error for each line that is neither a set nor an adjustment, or both, named by its index in the batch.
 */
export function findShapeErrors(lines: readonly BatchLine[]): FieldError[] {
  return lines.flatMap(({ quantity, adjustment_quantity }, index) => {
    const at = `inventory_levels.${index}`;
    if (quantity === undefined && adjustment_quantity === undefined)
      return [
        fieldError(
          `${at}.quantity`,
          "required",
          {},
          "{field} is required unless adjustment_quantity is sent.",
        ),
      ];
    return quantity === undefined || adjustment_quantity === undefined
      ? []
      : [fieldError(`${at}.adjustment_quantity`, "conflict", { with: "quantity" })];
  });
}

/**
 * Compute the change of each line, the lines of one level in their order, each from the result of the one before it.
 * @param lines that have no shape errors
 * @param levels the present level of every line, locked
 */
export function planBatch(lines: readonly BatchLine[], levels: LevelsNow): BatchPlan {
  const plan: BatchPlan = { errors: [], conflicts: [], unexpected: [], changes: [] };
  const running = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const key = placeKey(line);
    const level = levels.get(key);
    if (!level) throw new Error(`The level of line ${index} was not read.`);
    const before = running.get(key) ?? level.inventory_quantity;
    const change = line.adjustment_quantity ?? (line.quantity ?? 0) - before;
    const at = (fields: FieldError[]) =>
      fields.map((field) => ({ ...field, path: `inventory_levels.${index}.${field.path}` }));
    plan.errors.push(...at(findLineErrors(line, level, { before, change })));
    if (line.expected_quantity !== undefined && line.expected_quantity !== before) {
      const sentence = `{field} does not match the quantity, which is ${before}.`;
      plan.conflicts.push(
        ...at([fieldError("expected_quantity", "conflict", { current: before }, sentence)]),
      );
      plan.unexpected.push(level);
    }
    running.set(key, before + change);
    plan.changes.push(toLevelLine(line, change));
  }
  return plan;
}

function findLineErrors(
  { adjustment_quantity, variant_id, location_id }: BatchLine,
  level: LevelNow,
  { before, change }: { before: number; change: number },
): FieldError[] {
  const unknown = unknownPlace(level);
  if (unknown.length > 0) return unknown;
  if (level.is_active === false && (change > 0 || level.text === null))
    return [fieldError("location_id", "not_allowed", {}, inactiveMessage)];
  const isBelowZero = level.inventory_policy === "deny" && change < 0 && before + change < 0;
  if (adjustment_quantity === undefined || !isBelowZero) return [];
  const params = { available: before, variant_id, location_id };
  const sentence = `Only ${before} available at this location.`;
  return [fieldError("adjustment_quantity", "insufficient_stock", params, sentence)];
}

function toLevelLine(line: BatchLine, change: number): LevelLine {
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
