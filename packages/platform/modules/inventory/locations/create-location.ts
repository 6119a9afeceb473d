import type { operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { insertLocation } from "./insert-location.ts";
import { assertFreeCode, assertPrimaryRules, codeFor, readLocationInput } from "./location-rules.ts";
import { dethronePrimary, lockLocations } from "./location-store.ts";

/**
 * Create a location; with is_primary true it replaces the former primary one in the same transaction (INV-9).
 * @throws ApiError invalid naming a blank name, a code in use, or a primary location that is not active
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
  const code = input.code === undefined ? await codeFor(tx, store, name) : String(input.code);
  if (input.is_primary === true) {
    const former = await dethronePrimary(tx, store);
    await events.publish(tx, call, "location/update", { id: former.id, snapshot: former.text });
  }
  const made = await insertLocation(tx, store, { ...input, code, name });
  await events.publish(tx, call, "location/create", { id: made.id, snapshot: made.text });
  return recordText("location", made.text);
}
