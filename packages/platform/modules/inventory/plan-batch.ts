import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import type { LevelLine } from "./change-levels.ts";
import { findUnknownIdErrors, inactiveMessage } from "./level-store.ts";
import { type CurrentLevel, type CurrentLevels, formatLevelKey } from "./lock-levels.ts";

/** A line of a batch: a level, with the quantity to set or the change to apply. */
export type BatchLine = OperationBody<typeof operations.changeInventoryLevels>["inventory_levels"][number];

/** The changes and errors of a batch. */
export interface BatchPlan {
  /** Errors of the batch's lines. If there are any, nothing may be changed. */
  errors: FieldError[];
  /** Errors of lines whose level does not have the expected quantity. */
  conflicts: FieldError[];
  /** The levels of `conflicts`. */
  conflictingLevels: CurrentLevel[];
  /** The change of each line. */
  changes: LevelLine[];
}

/**
 * Return an error for each line that has neither `quantity` nor `adjustment_quantity`, or both of them.
 */
export function findShapeErrors(lines: readonly BatchLine[]): FieldError[] {
  return lines.flatMap(({ quantity, adjustment_quantity }, index) => {
    const path = `inventory_levels.${index}`;
    if (quantity === undefined && adjustment_quantity === undefined)
      return [
        fieldError(
          `${path}.quantity`,
          "required",
          {},
          "{field} is required unless adjustment_quantity is sent.",
        ),
      ];
    return quantity === undefined || adjustment_quantity === undefined
      ? []
      : [fieldError(`${path}.adjustment_quantity`, "conflict", { with: "quantity" })];
  });
}

/**
 * Compute the change of each line. If a level has several lines, each starts from the result of the line before it.
 * @param lines the lines, in which `findShapeErrors` found no errors
 * @param levels the locked level of each line
 */
export function planBatch(lines: readonly BatchLine[], levels: CurrentLevels): BatchPlan {
  const plan: BatchPlan = { errors: [], conflicts: [], conflictingLevels: [], changes: [] };
  const quantityByKey = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const key = formatLevelKey(line);
    const level = levels.get(key);
    if (!level) throw new Error(`The level of line ${index} was not read.`);
    const quantityBefore = quantityByKey.get(key) ?? level.inventory_quantity;
    const change = line.adjustment_quantity ?? (line.quantity ?? 0) - quantityBefore;
    const addLinePath = (errors: FieldError[]) =>
      errors.map((error) => ({ ...error, path: `inventory_levels.${index}.${error.path}` }));
    plan.errors.push(...addLinePath(findLineErrors(line, level, { quantityBefore, change })));
    if (line.expected_quantity !== undefined && line.expected_quantity !== quantityBefore) {
      const message = `{field} does not match the current quantity, which is ${quantityBefore}.`;
      plan.conflicts.push(
        ...addLinePath([fieldError("expected_quantity", "conflict", { current: quantityBefore }, message)]),
      );
      plan.conflictingLevels.push(level);
    }
    quantityByKey.set(key, quantityBefore + change);
    plan.changes.push(toLevelLine(line, change));
  }
  return plan;
}

function findLineErrors(
  { adjustment_quantity, variant_id, location_id }: BatchLine,
  level: CurrentLevel,
  { quantityBefore, change }: { quantityBefore: number; change: number },
): FieldError[] {
  const unknownIdErrors = findUnknownIdErrors(level);
  if (unknownIdErrors.length > 0) return unknownIdErrors;
  if (level.is_active === false && (change > 0 || level.text === null))
    return [fieldError("location_id", "not_allowed", {}, inactiveMessage)];
  const wouldBeBelowZero = level.inventory_policy === "deny" && change < 0 && quantityBefore + change < 0;
  if (adjustment_quantity === undefined || !wouldBeBelowZero) return [];
  const params = { available: quantityBefore, variant_id, location_id };
  const message = `Only ${quantityBefore} available at this location.`;
  return [fieldError("adjustment_quantity", "insufficient_stock", params, message)];
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
