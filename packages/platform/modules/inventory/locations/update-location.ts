import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { locationText } from "./get-location.ts";
import { assertFreeCode, assertPrimaryRules, readLocationInput } from "./location-rules.ts";
import { changeLocation, dethronePrimary, lockLocations, readLocationState } from "./location-store.ts";

/**
 * Update the sent fields of a location. Making it primary replaces the former one in the same transaction, and both
 * are published (INV-9); an update without a change writes nothing and publishes nothing.
 * @throws ApiError not_found; invalid naming a blank name, a code in use, or a change that the primary location
 *   cannot make
 */
export async function updateLocation(
  tx: Transaction,
  call: Call<typeof operations.updateLocation>,
): Promise<JsonText> {
  const { store, body } = call;
  const { id } = call.params;
  await lockLocations(tx, store);
  const now = (await readLocationState(tx, store, id)) ?? throwApiError("not_found");
  const input = readLocationInput(body, now.country_code);
  assertPrimaryRules(input, now);
  await assertFreeCode(tx, store, { code: input.code, except: id });
  if (input.is_primary === true && !now.is_primary) {
    const former = await dethronePrimary(tx, store);
    await events.publish(tx, call, "location/update", { id: former.id, snapshot: former.text });
  }
  const changed = await changeLocation(tx, store, { id, input });
  if (changed) await events.publish(tx, call, "location/update", { id: changed.id, snapshot: changed.text });
  const text = changed?.text ?? (await locationText(tx, store, id)) ?? throwApiError("not_found");
  return recordText("location", text);
}
