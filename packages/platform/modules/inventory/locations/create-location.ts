import type { operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { insertLocation } from "./insert-location.ts";
import { codeFor, readLocationInput, requireFreeCode, requirePrimaryRules } from "./location-rules.ts";
import { dethronePrimary, lockLocations } from "./location-store.ts";

/**
 * Makes a location; with is_primary true it takes that from the former primary one in the same transaction (INV-9).
 * @throws Refusal invalid naming a blank name, a code that is taken, and a primary location that is not active
 */
export async function createLocation(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.createLocation>,
): Promise<JsonText> {
  const { store, body } = call;
  const input = readLocationInput(body);
  requirePrimaryRules(input, { is_primary: false, is_active: true });
  await lockLocations(tx, store);
  await requireFreeCode(tx, store, { code: input.code });
  const name = String(input.name);
  const code = input.code === undefined ? await codeFor(tx, store, name) : String(input.code);
  if (input.is_primary === true) {
    const former = await dethronePrimary(tx, store);
    await facts.raise(tx, store, call, "location_changed", former);
  }
  const made = await insertLocation(tx, store, { ...input, code, name });
  await facts.raise(tx, store, call, "location_created", made);
  return recordText("location", made.text);
}
