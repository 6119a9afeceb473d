import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { locationJson } from "./location-json.ts";

const statement = {
  name: "location_by_id",
  text: `select ${locationJson("$3")} as text from locations r where r.store_id = $1 and r.id = $2`,
};

/** One location. @throws Refusal not_found */
export async function getLocation(
  run: Queryable,
  call: Call<typeof operations.getLocation>,
): Promise<JsonText> {
  const { store, params, query } = call;
  const { rows } = await run.query<{ text: string }>(statement, [store.id, params.id, store.timezone]);
  return recordText("location", rows[0]?.text ?? refuse("not_found"), query.fields);
}
