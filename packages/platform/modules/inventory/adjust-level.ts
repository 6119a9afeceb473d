import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { createMissingLevels, inactiveMessage, loadLevelState, stockStatements } from "./level-store.ts";
import { buildStockValues } from "./stock-statement.ts";

// If the update changes nothing, a query finds out why. If another request changes the level between the update and the query, the
// update is tried again. If that happens ten times in a row, the client is asked to retry.
const maxAttempts = 10;

/**
 * Change the available quantity of a level by a positive or negative number, and create the level if the variant is not stocked at
 * the location (INV-8).
 * @throws ApiError `not_found` for each unknown id; `invalid` if the quantity of a variant with the policy `deny` would go below 0,
 *   or if stock would be added at an inactive location
 */
export async function adjustLevel(
  db: Queryable,
  call: Call<typeof operations.adjustInventoryLevel>,
): Promise<JsonText> {
  const { store, body } = call;
  const { variant_id, location_id } = body;
  const change = body.adjustment_quantity;
  const reason = body.reason ?? "adjust";
  const changeReason = { context: "inventory_level/update", reason, reference: body.reference ?? null };
  const values = [...buildStockValues(store, call, changeReason), variant_id, location_id, change];
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const rows = await db.many<{ text: string }>(stockStatements.adjust, values);
    if (rows[0]) return wrapRecord("inventory_level", rows[0].text);
    const { inventory_policy, is_active, inventory_quantity } = await loadLevelState(db, store, body);
    const quantity = inventory_quantity ?? 0;
    if (inventory_policy === "deny" && change < 0 && quantity + change < 0) {
      throwFieldError(
        "adjustment_quantity",
        "insufficient_stock",
        { available: quantity, variant_id, location_id },
        `Only ${quantity} available at this location.`,
      );
    }
    // If there is no level, even a decrease would create one, which an inactive location must not get.
    if (!is_active && (change > 0 || inventory_quantity === null))
      throwFieldError("location_id", "not_allowed", {}, inactiveMessage);
    if (inventory_quantity === null) {
      await createMissingLevels(db, store, [{ variant_id, location_id }]);
    }
  }
  return throwApiError("unavailable", { retry_after_s: 1 });
}
