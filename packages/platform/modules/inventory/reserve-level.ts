import { type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import type { ChangeLevels } from "./change-levels.ts";
import { inactiveMessage, type LevelPlace, openLevels, unknownPlace } from "./level-store.ts";
import { type LevelNow, lockLevels, placeKey } from "./lock-levels.ts";

const context = "inventory_level/update";

/**
 * Sets how much of a level is held back from online selling (INV-5); it is opened where the variant was not stocked. It may be
 * more than there is. A quantity that is already right changes nothing.
 * @throws Refusal not_found naming what is unknown; invalid where a level would be opened at a location that is not active
 */
export async function reserveLevel(
  changeOpenLevels: ChangeLevels,
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
  return recordText("inventory_level", changed?.text ?? level.text ?? refuse("not_found"));
}

async function lockOpen(tx: Transaction, store: Store, place: LevelPlace): Promise<LevelNow> {
  const lock = async () => (await lockLevels(tx, store, [place])).get(placeKey(place)) ?? refuse("not_found");
  const level = await lock();
  const fields = unknownPlace(level);
  if (fields.length > 0) refuse("not_found", { fields });
  if (level.text !== null) return level;
  if (level.is_active === false) refuseField("location_id", inactiveMessage);
  await openLevels(tx, store, [place]);
  return lock();
}
