import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { createJsonText, type JsonText } from "../../infrastructure/routing/response.ts";
import { changeExistingLevels } from "./change-levels.ts";
import { createMissingLevels } from "./level-store.ts";
import { type CurrentLevels, formatLevelKey, lockLevels } from "./lock-levels.ts";
import { type BatchLine, type BatchPlan, findShapeErrors, planBatch } from "./plan-batch.ts";

const context = "inventory_level/update";

/**
 * Set and adjust many levels, all or none (INV-7, INV-8). The levels are locked first, so that the changes computed from them
 * are still correct when they are written.
 * @throws ApiError `invalid` for every invalid line; `conflict` with the levels whose quantity is not the expected one
 */
export async function applyBatch(
  tx: Transaction,
  call: Call<typeof operations.changeInventoryLevels>,
): Promise<JsonText> {
  const { store } = call;
  const lines = call.body.inventory_levels;
  const errors = findShapeErrors(lines);
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  let levels = await lockLevels(tx, store, lines);
  let plan = assertValidPlan(planBatch(lines, levels));
  const missingLevels = [...levels.values()].filter(({ text }) => text === null);
  if (missingLevels.length > 0) {
    await createMissingLevels(tx, store, missingLevels);
    // Another transaction may have created one of the missing levels meanwhile, and added stock to it.
    levels = await lockLevels(tx, store, lines);
    plan = assertValidPlan(planBatch(lines, levels));
  }
  const changeReason = { cause: call, context, reason: "batch" };
  const changes = plan.changes.filter(({ change }) => change !== 0);
  const changedLevels = await changeExistingLevels(tx, store, { lines: changes, changeReason });
  const texts = new Map(changedLevels.map((level) => [formatLevelKey(level), level.text]));
  return formatResponse(lines, levels, texts);
}

/** Return the plan of a batch if it has no errors. @throws ApiError `invalid` or `conflict` with the errors */
function assertValidPlan(plan: BatchPlan): BatchPlan {
  if (plan.errors.length > 0) throwApiError("invalid", { fields: plan.errors });
  if (plan.conflicts.length > 0)
    throwApiError("conflict", {
      message:
        "Some levels do not have the expected quantity, so nothing was changed. Read the levels again, then retry.",
      fields: plan.conflicts,
      current: plan.conflictingLevels.map(({ text }) => (text === null ? null : JSON.parse(text))),
    });
  return plan;
}

/** Build the response with each level of the lines once, after the change. */
function formatResponse(
  lines: readonly BatchLine[],
  levels: CurrentLevels,
  changedTexts: ReadonlyMap<string, string>,
): JsonText {
  const keys = [...new Set(lines.map(formatLevelKey))];
  const texts = keys.map((key) => changedTexts.get(key) ?? levels.get(key)?.text ?? "null");
  return createJsonText(`{"inventory_levels":[${texts.join(",")}]}`);
}
