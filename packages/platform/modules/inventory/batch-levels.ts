import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { type JsonText, jsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { changeOpenLevels } from "./change-levels.ts";
import { openLevels } from "./level-store.ts";
import { type LevelsNow, lockLevels, placeKey } from "./lock-levels.ts";
import { type BatchLine, type BatchPlan, findShapeErrors, planBatch } from "./plan-batch.ts";

const context = "inventory_level/update";

/**
 * Set and adjust many levels, all or nothing (INV-7, INV-8). The levels are locked first, so that values computed
 * from them are still valid when they are written.
 * @throws ApiError invalid naming every invalid line; conflict with the levels that are not as expected
 */
export async function batchLevels(
  tx: Transaction,
  call: Call<typeof operations.changeInventoryLevels>,
): Promise<JsonText> {
  const { store } = call;
  const lines = call.body.inventory_levels;
  const errors = findShapeErrors(lines);
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  let levels = await lockLevels(tx, store, lines);
  let plan = assertFit(planBatch(lines, levels));
  const missing = [...levels.values()].filter(({ text }) => text === null);
  if (missing.length > 0) {
    await openLevels(tx, store, missing);
    // Others may have opened one meanwhile and put stock into it.
    levels = await lockLevels(tx, store, lines);
    plan = assertFit(planBatch(lines, levels));
  }
  const why = { cause: call, context, reason: "batch" };
  const changes = plan.changes.filter(({ change }) => change !== 0);
  const changed = await changeOpenLevels(tx, store, { lines: changes, why });
  const texts = new Map(changed.map((level) => [placeKey(level), level.text]));
  return formatResponse(lines, levels, texts);
}

function assertFit(plan: BatchPlan): BatchPlan {
  if (plan.errors.length > 0) throwApiError("invalid", { fields: plan.errors });
  if (plan.conflicts.length > 0)
    throwApiError("conflict", {
      message:
        "Some quantities are not the expected ones, so nothing was changed. Read the levels again, then retry.",
      fields: plan.conflicts,
      current: plan.unexpected.map(({ text }) => (text === null ? null : JSON.parse(text))),
    });
  return plan;
}

function formatResponse(
  lines: readonly BatchLine[],
  levels: LevelsNow,
  changed: ReadonlyMap<string, string>,
): JsonText {
  const keys = [...new Set(lines.map(placeKey))];
  const texts = keys.map((key) => changed.get(key) ?? levels.get(key)?.text ?? "null");
  return jsonText(`{"inventory_levels":[${texts.join(",")}]}`);
}
