import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import {
  createMissingLevels,
  inactiveMessage,
  type LevelState,
  loadLevelState,
  stockStatements,
} from "./level-store.ts";
import { buildStockValues } from "./stock-statement.ts";

// If the update changes nothing, a query finds out why. If another request changes the level between the update and the query, the
// update is tried again. If that happens ten times in a row, the client is asked to retry.
const maxAttempts = 10;

/** Check the expected quantity. A missing level counts as 0. @throws ApiError `conflict` with the current level */
function assertExpectedQuantity(state: LevelState, expected: number | undefined): void {
  if (expected === undefined || (state.inventory_quantity ?? 0) === expected) return;
  throwApiError("conflict", {
    message: `The quantity is ${state.inventory_quantity ?? 0}, not the expected ${expected}. The error contains the current level. Check it, then retry.`,
    current: state.text === null ? null : JSON.parse(state.text),
  });
}

/**
 * Set the available quantity of a level, and create the level if it does not exist (INV-7). If the quantity is unchanged, nothing is
 * written or published.
 * @throws ApiError `not_found` for each unknown id; `invalid` if stock would be added at an inactive location; `conflict` with the
 *   current level if its quantity is not the expected one
 */
export async function setLevel(
  db: Queryable,
  call: Call<typeof operations.setInventoryLevel>,
): Promise<JsonText> {
  const { store, body } = call;
  const { variant_id, location_id, quantity, expected_quantity } = body;
  const reason = body.reason ?? "set";
  const changeReason = { context: "inventory_level/update", reason, reference: body.reference ?? null };
  const levelValues = [[variant_id], [location_id], [quantity], [expected_quantity ?? null]];
  const values = [...buildStockValues(store, call, changeReason), ...levelValues];
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const rows = await db.many<{ text: string }>(stockStatements.set, values);
    if (rows[0]) return wrapRecord("inventory_level", rows[0].text);
    const state = await loadLevelState(db, store, body);
    assertExpectedQuantity(state, expected_quantity);
    if (state.inventory_quantity === quantity && state.text) return wrapRecord("inventory_level", state.text);
    // If there is no level, even the quantity 0 would create one, which an inactive location must not get.
    if (!state.is_active && quantity >= (state.inventory_quantity ?? 0))
      throwFieldError("location_id", "not_allowed", {}, inactiveMessage);
    if (state.inventory_quantity === null) {
      await createMissingLevels(db, store, [{ variant_id, location_id }]);
    }
  }
  return throwApiError("unavailable", { retry_after_s: 1 });
}
