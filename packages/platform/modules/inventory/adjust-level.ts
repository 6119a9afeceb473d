import { type operations, refuse, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { inactiveMessage, openLevels, readState, type StockStatements } from "./level-store.ts";
import { stockValues } from "./stock-statement.ts";

// Between a statement that changed nothing and the reading of why, others may change the level; this often is never met.
const mostTries = 10;

/**
 * Adds to a level; it is opened where the variant was not stocked (INV-8).
 * @throws Refusal not_found naming what is unknown; invalid when it would take a variant with policy deny below 0, or add
 * at a location that is not active
 */
export async function adjustLevel(
  statements: StockStatements,
  run: Queryable,
  call: Call<typeof operations.adjustInventoryLevel>,
): Promise<JsonText> {
  const { store, body } = call;
  const { variant_id, location_id, adjustment_quantity: change } = body;
  const reason = body.reason ?? "adjust";
  const why = { context: "inventory_level/update", reason, reference: body.reference ?? null };
  const values = [...stockValues(store, call, why), variant_id, location_id, change];
  for (let tries = 1; tries <= mostTries; tries++) {
    const { rows } = await run.query<{ text: string }>(statements.adjust(), values);
    if (rows[0]) return recordText("inventory_level", rows[0].text);
    const { inventory_policy, is_active, inventory_quantity } = await readState(run, store, body);
    const quantity = inventory_quantity ?? 0;
    if (inventory_policy === "deny" && change < 0 && quantity + change < 0) {
      refuseField(
        "adjustment_quantity",
        `would take the stock below 0: the quantity is ${quantity} and the variant's inventory_policy is deny`,
      );
    }
    // A level of a variant that is not stocked there would be opened, too.
    if (!is_active && (change > 0 || inventory_quantity === null))
      refuseField("location_id", inactiveMessage);
    if (inventory_quantity === null) {
      await openLevels(run, store, [{ variant_id, location_id }]);
    }
  }
  return refuse("unavailable", { retry_after_s: 1 });
}
