import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { changeExistingLevels } from "./change-levels.ts";
import { createMissingLevels, findUnknownIdErrors, inactiveMessage, type LevelKey } from "./level-store.ts";
import { type CurrentLevel, formatLevelKey, lockLevels } from "./lock-levels.ts";

const context = "inventory_level/update";

/**
 * Set how many units of a level are reserved, and create the level if it does not exist. Reserved units are not sold online (INV-5).
 * The number can be greater than the available quantity. If the number is unchanged, nothing is written.
 * @throws ApiError `not_found` for each unknown id; `invalid` if a level would be created at an inactive location
 */
export async function reserveLevel(
  tx: Transaction,
  call: Call<typeof operations.reserveInventoryLevel>,
): Promise<JsonText> {
  const { store, body } = call;
  const { variant_id, location_id, reserved_quantity, reason = "reserve", reference = null } = body;
  const level = await lockOrCreateLevel(tx, store, { variant_id, location_id });
  const line = {
    variant_id,
    location_id,
    field: "reserved_inventory_quantity",
    change: reserved_quantity - level.reserved_inventory_quantity,
  } as const;
  const lines = line.change === 0 ? [] : [line];
  const changeReason = { cause: call, context, reason, reference };
  const [changedLevel] = await changeExistingLevels(tx, store, { lines, changeReason });
  return wrapRecord("inventory_level", changedLevel?.text ?? level.text ?? throwApiError("not_found"));
}

/** Lock a level, and create it if it does not exist. @throws ApiError `not_found`; `invalid` for an inactive location */
async function lockOrCreateLevel(tx: Transaction, store: Store, levelKey: LevelKey): Promise<CurrentLevel> {
  const lockLevel = async () =>
    (await lockLevels(tx, store, [levelKey])).get(formatLevelKey(levelKey)) ?? throwApiError("not_found");
  const level = await lockLevel();
  const fields = findUnknownIdErrors(level);
  if (fields.length > 0) throwApiError("not_found", { fields });
  if (level.text !== null) return level;
  if (level.is_active === false) throwFieldError("location_id", "not_allowed", {}, inactiveMessage);
  await createMissingLevels(tx, store, [levelKey]);
  return lockLevel();
}
