import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { loadLocationText } from "./get-location.ts";
import { assertFreeCode, assertPrimaryRules, readLocationInput } from "./location-rules.ts";
import {
  lockAndLoadLocationState,
  lockLocations,
  unsetPrimary,
  updateLocationRow,
} from "./location-store.ts";

/**
 * Update the sent fields of a location, and publish `location/update`. If the location becomes primary, the former primary
 * location stops being primary in the same transaction, and the event is published for both locations (INV-9). An update
 * without a change writes and publishes nothing.
 * @throws ApiError `not_found`; `invalid` for a blank name, a code in use, or if the store would have no active primary location
 */
export async function updateLocation(
  tx: Transaction,
  call: Call<typeof operations.updateLocation>,
): Promise<JsonText> {
  const { store, body } = call;
  const { id } = call.params;
  await lockLocations(tx, store);
  const currentState = (await lockAndLoadLocationState(tx, store, id)) ?? throwApiError("not_found");
  const input = readLocationInput(body, currentState.country_code);
  assertPrimaryRules(input, currentState);
  await assertFreeCode(tx, store, { code: input.code, exceptId: id });
  if (input.is_primary === true && !currentState.is_primary) {
    const formerPrimary = await unsetPrimary(tx, store);
    await events.publish(tx, call, "location/update", { id: formerPrimary.id, snapshot: formerPrimary.text });
  }
  const changedLocation = await updateLocationRow(tx, store, { id, input });
  if (changedLocation)
    await events.publish(tx, call, "location/update", {
      id: changedLocation.id,
      snapshot: changedLocation.text,
    });
  const text = changedLocation?.text ?? (await loadLocationText(tx, store, id)) ?? throwApiError("not_found");
  return wrapRecord("location", text);
}
