import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { type JsonText, jsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import type { ChangeLevels } from "./change-levels.ts";
import { openLevels } from "./level-store.ts";
import { type LevelsNow, lockLevels, placeKey } from "./lock-levels.ts";
import { type BatchLine, type BatchPlan, planBatch, shapeFaults } from "./plan-batch.ts";

const context = "inventory_level/update";

/**
 * Sets and adjusts many levels, all or nothing (INV-7, INV-8). The levels are locked first, so that what is worked out from
 * them is still so when it is written.
 * @throws Refusal invalid naming every line that is wrong; conflict with the levels that are not as expected
 */
export async function batchLevels(
  changeOpenLevels: ChangeLevels,
  tx: Transaction,
  call: Call<typeof operations.changeInventoryLevels>,
): Promise<JsonText> {
  const { store } = call;
  const lines = call.body.inventory_levels;
  const faults = shapeFaults(lines);
  if (faults.length > 0) refuse("invalid", { fields: faults });
  let levels = await lockLevels(tx, store, lines);
  let plan = requireFit(planBatch(lines, levels));
  const missing = [...levels.values()].filter(({ text }) => text === null);
  if (missing.length > 0) {
    await openLevels(tx, store, missing);
    // Others may have opened one meanwhile and put stock into it.
    levels = await lockLevels(tx, store, lines);
    plan = requireFit(planBatch(lines, levels));
  }
  const why = { cause: call, context, reason: "batch" };
  const changes = plan.changes.filter(({ change }) => change !== 0);
  const changed = await changeOpenLevels(tx, store, { lines: changes, why });
  const texts = new Map(changed.map((level) => [placeKey(level), level.text]));
  return answerOf(lines, levels, texts);
}

function requireFit(plan: BatchPlan): BatchPlan {
  if (plan.faults.length > 0) refuse("invalid", { fields: plan.faults });
  if (plan.conflicts.length > 0)
    refuse("conflict", {
      message: "Some quantities are not the expected ones; nothing was changed.",
      fields: plan.conflicts,
      current: plan.unexpected.map(({ text }) => (text === null ? null : JSON.parse(text))),
    });
  return plan;
}

function answerOf(
  lines: readonly BatchLine[],
  levels: LevelsNow,
  changed: ReadonlyMap<string, string>,
): JsonText {
  const keys = [...new Set(lines.map(placeKey))];
  const texts = keys.map((key) => changed.get(key) ?? levels.get(key)?.text ?? "null");
  return jsonText(`{"inventory_levels":[${texts.join(",")}]}`);
}
