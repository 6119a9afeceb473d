import { type operations, refuse, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import {
  inactiveMessage,
  type LevelState,
  openLevels,
  readState,
  type StockStatements,
} from "./level-store.ts";
import { stockValues } from "./stock-statement.ts";

// Between a statement that changed nothing and the reading of why, others may change the level; this often is never met.
const mostTries = 10;

/** A variant that is not stocked at a location has a quantity of 0 there. */
function requireExpected(state: LevelState, expected: number | undefined): void {
  if (expected === undefined || (state.inventory_quantity ?? 0) === expected) return;
  refuse("conflict", {
    message: `The quantity is ${state.inventory_quantity ?? 0}, not the expected ${expected}.`,
    current: state.text === null ? null : JSON.parse(state.text),
  });
}

/**
 * Sets a level exactly; it is opened where the variant was not stocked (INV-7). A quantity that is already right changes
 * nothing and sends nothing.
 * @throws Refusal not_found naming what is unknown; invalid for more stock at a location that is not active; conflict with the current level when it is not the expected one
 */
export async function setLevel(
  statements: StockStatements,
  run: Queryable,
  call: Call<typeof operations.setInventoryLevel>,
): Promise<JsonText> {
  const { store, body } = call;
  const { variant_id, location_id, quantity, expected_quantity } = body;
  const reason = body.reason ?? "set";
  const why = { context: "inventory_level/update", reason, reference: body.reference ?? null };
  const level = [[variant_id], [location_id], [quantity], [expected_quantity ?? null]];
  const values = [...stockValues(store, call, why), ...level];
  for (let tries = 1; tries <= mostTries; tries++) {
    const { rows } = await run.query<{ text: string }>(statements.set(), values);
    if (rows[0]) return recordText("inventory_level", rows[0].text);
    const state = await readState(run, store, body);
    requireExpected(state, expected_quantity);
    if (state.inventory_quantity === quantity && state.text) return recordText("inventory_level", state.text);
    if (!state.is_active && quantity >= (state.inventory_quantity ?? 0))
      refuseField("location_id", inactiveMessage);
    if (state.inventory_quantity === null) {
      await openLevels(run, store, [{ variant_id, location_id }]);
    }
  }
  return refuse("unavailable", { retry_after_s: 1 });
}
