import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { locationText } from "./get-location.ts";
import { readLocationInput, requireFreeCode, requirePrimaryRules } from "./location-rules.ts";
import { changeLocation, dethronePrimary, lockLocations, readLocationState } from "./location-store.ts";

/**
 * Changes what is sent of a location. Making it primary takes that from the former one in the same transaction, and both are
 * told (INV-9); what is already as asked changes nothing and sends nothing.
 * @throws Refusal not_found; invalid naming a blank name, a code that is taken, and what the primary location cannot be
 */
export async function updateLocation(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.updateLocation>,
): Promise<JsonText> {
  const { store, body } = call;
  const { id } = call.params;
  await lockLocations(tx, store);
  const now = (await readLocationState(tx, store, id)) ?? refuse("not_found");
  const input = readLocationInput(body, now.country_code);
  requirePrimaryRules(input, now);
  await requireFreeCode(tx, store, { code: input.code, except: id });
  if (input.is_primary === true && !now.is_primary) {
    const former = await dethronePrimary(tx, store);
    await facts.raise(tx, store, call, "location_changed", former);
  }
  const changed = await changeLocation(tx, store, { id, input });
  if (changed) await facts.raise(tx, store, call, "location_changed", changed);
  const text = changed?.text ?? (await locationText(tx, store, id)) ?? refuse("not_found");
  return recordText("location", text);
}
