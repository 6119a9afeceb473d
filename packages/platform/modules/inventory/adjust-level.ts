import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { inactiveMessage, openLevels, readState, stockStatements } from "./level-store.ts";
import { stockValues } from "./stock-statement.ts";

// Between a statement that changed nothing and the reading of why, others may change the level; this often is never met.
const maxTries = 10;

/**
 * Add to a level, and open it where the variant is not stocked (INV-8).
 * @throws ApiError not_found naming each unknown id; invalid when it would take a variant with policy deny below 0,
 *   or add at a location that is not active
 */
export async function adjustLevel(
  db: Queryable,
  call: Call<typeof operations.adjustInventoryLevel>,
): Promise<JsonText> {
  const { store, body } = call;
  const { variant_id, location_id, adjustment_quantity: change } = body;
  const reason = body.reason ?? "adjust";
  const why = { context: "inventory_level/update", reason, reference: body.reference ?? null };
  const values = [...stockValues(store, call, why), variant_id, location_id, change];
  for (let tries = 1; tries <= maxTries; tries++) {
    const rows = await db.many<{ text: string }>(stockStatements.adjust, values);
    if (rows[0]) return recordText("inventory_level", rows[0].text);
    const { inventory_policy, is_active, inventory_quantity } = await readState(db, store, body);
    const quantity = inventory_quantity ?? 0;
    if (inventory_policy === "deny" && change < 0 && quantity + change < 0) {
      throwFieldError(
        "adjustment_quantity",
        "insufficient_stock",
        { available: quantity, variant_id, location_id },
        `Only ${quantity} available at this location.`,
      );
    }
    // A level of a variant that is not stocked there would be opened, too.
    if (!is_active && (change > 0 || inventory_quantity === null))
      throwFieldError("location_id", "not_allowed", {}, inactiveMessage);
    if (inventory_quantity === null) {
      await openLevels(db, store, [{ variant_id, location_id }]);
    }
  }
  return throwApiError("unavailable", { retry_after_s: 1 });
}
