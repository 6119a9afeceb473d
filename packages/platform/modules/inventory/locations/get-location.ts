import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { locationJson } from "./location-json.ts";

const byId = {
  name: "location_by_id",
  text: `select ${locationJson("$3")} as text from locations r where r.store_id = $1 and r.id = $2`,
};

const byCode = {
  name: "location_by_code",
  text: `select ${locationJson("$3")} as text from locations r where r.store_id = $1 and lower(r.code) = lower($2)`,
};

/** The JSON text of a location; null when it is not there. */
export async function locationText(run: Queryable, store: Store, id: number): Promise<string | null> {
  const { rows } = await run.query<{ text: string }>(byId, [store.id, id, store.timezone]);
  return rows[0]?.text ?? null;
}

/** One location. @throws Refusal not_found */
export async function getLocation(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getLocation>,
): Promise<JsonText> {
  const text = (await locationText(run, store, params.id)) ?? refuse("not_found");
  return recordText("location", text, query.fields);
}

/** One location by its code, whatever its case. @throws Refusal not_found */
export async function getLocationByCode(
  run: Queryable,
  { store, params, query }: Call<typeof operations.getLocationByCode>,
): Promise<JsonText> {
  const { rows } = await run.query<{ text: string }>(byCode, [store.id, params.code, store.timezone]);
  return recordText("location", rows[0]?.text ?? refuse("not_found"), query.fields);
}
