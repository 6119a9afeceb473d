import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import { changeOpenLevels } from "./change-levels.ts";
import { inactiveMessage, type LevelPlace, openLevels, unknownPlace } from "./level-store.ts";
import { type LevelNow, lockLevels, placeKey } from "./lock-levels.ts";

const context = "inventory_level/update";

/**
 * Set how much of a level is reserved from online selling (INV-5), and open it where the variant is not stocked. It
 * may be more than is available. An unchanged quantity writes nothing.
 * @throws ApiError not_found naming each unknown id; invalid where a level would be opened at a location that is not
 *   active
 */
export async function reserveLevel(
  tx: Transaction,
  call: Call<typeof operations.reserveInventoryLevel>,
): Promise<JsonText> {
  const { store, body } = call;
  const { variant_id, location_id, reserved_quantity, reason = "reserve", reference = null } = body;
  const level = await lockOpen(tx, store, { variant_id, location_id });
  const line = {
    variant_id,
    location_id,
    field: "reserved_inventory_quantity",
    change: reserved_quantity - level.reserved_inventory_quantity,
  } as const;
  const lines = line.change === 0 ? [] : [line];
  const why = { cause: call, context, reason, reference };
  const [changed] = await changeOpenLevels(tx, store, { lines, why });
  return recordText("inventory_level", changed?.text ?? level.text ?? throwApiError("not_found"));
}

async function lockOpen(tx: Transaction, store: Store, place: LevelPlace): Promise<LevelNow> {
  const lock = async () =>
    (await lockLevels(tx, store, [place])).get(placeKey(place)) ?? throwApiError("not_found");
  const level = await lock();
  const fields = unknownPlace(level);
  if (fields.length > 0) throwApiError("not_found", { fields });
  if (level.text !== null) return level;
  if (level.is_active === false) throwFieldError("location_id", "not_allowed", {}, inactiveMessage);
  await openLevels(tx, store, [place]);
  return lock();
}
