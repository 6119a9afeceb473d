import type { operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { insertLocation } from "./insert-location.ts";
import { assertFreeCode, assertPrimaryRules, createFreeCode, readLocationInput } from "./location-rules.ts";
import { lockLocations, unsetPrimary } from "./location-store.ts";

/**
 * Create a location, and publish it. If `is_primary` is true, the former primary location stops being primary in the same transaction
 * (INV-9).
 * @throws ApiError `invalid` for a blank name, a code in use, or an inactive primary location
 */
export async function createLocation(
  tx: Transaction,
  call: Call<typeof operations.createLocation>,
): Promise<JsonText> {
  const { store, body } = call;
  const input = readLocationInput(body);
  assertPrimaryRules(input, { is_primary: false, is_active: true });
  await lockLocations(tx, store);
  await assertFreeCode(tx, store, { code: input.code });
  const name = String(input.name);
  const code = input.code === undefined ? await createFreeCode(tx, store, name) : String(input.code);
  if (input.is_primary === true) {
    const formerPrimary = await unsetPrimary(tx, store);
    await events.publish(tx, call, "location/update", { id: formerPrimary.id, snapshot: formerPrimary.text });
  }
  const createdLocation = await insertLocation(tx, store, { ...input, code, name });
  await events.publish(tx, call, "location/create", {
    id: createdLocation.id,
    snapshot: createdLocation.text,
  });
  return wrapRecord("location", createdLocation.text);
}
