import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { inactiveMessage, type LevelState, openLevels, readState, stockStatements } from "./level-store.ts";
import { stockValues } from "./stock-statement.ts";

// Between a statement that changed nothing and the reading of why, others may change the level; this often is never met.
const maxTries = 10;

/** Check the expected quantity. A variant that is not stocked at a location has a quantity of 0 there. */
function assertExpected(state: LevelState, expected: number | undefined): void {
  if (expected === undefined || (state.inventory_quantity ?? 0) === expected) return;
  throwApiError("conflict", {
    message: `The quantity is ${state.inventory_quantity ?? 0}, not the expected ${expected}. Check current, then retry.`,
    current: state.text === null ? null : JSON.parse(state.text),
  });
}

/**
 * Set a level exactly, and open it where the variant is not stocked (INV-7). An unchanged quantity writes nothing and
 * publishes nothing.
 * @throws ApiError not_found naming each unknown id; invalid for more stock at a location that is not active;
 *   conflict with the current level when it is not the expected one
 */
export async function setLevel(
  db: Queryable,
  call: Call<typeof operations.setInventoryLevel>,
): Promise<JsonText> {
  const { store, body } = call;
  const { variant_id, location_id, quantity, expected_quantity } = body;
  const reason = body.reason ?? "set";
  const why = { context: "inventory_level/update", reason, reference: body.reference ?? null };
  const level = [[variant_id], [location_id], [quantity], [expected_quantity ?? null]];
  const values = [...stockValues(store, call, why), ...level];
  for (let tries = 1; tries <= maxTries; tries++) {
    const rows = await db.many<{ text: string }>(stockStatements.set, values);
    if (rows[0]) return recordText("inventory_level", rows[0].text);
    const state = await readState(db, store, body);
    assertExpected(state, expected_quantity);
    if (state.inventory_quantity === quantity && state.text) return recordText("inventory_level", state.text);
    if (!state.is_active && quantity >= (state.inventory_quantity ?? 0))
      throwFieldError("location_id", "not_allowed", {}, inactiveMessage);
    if (state.inventory_quantity === null) {
      await openLevels(db, store, [{ variant_id, location_id }]);
    }
  }
  return throwApiError("unavailable", { retry_after_s: 1 });
}
