import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { locationJson } from "./location-json.ts";

const byId = defineStatement(
  "location_by_id",
  `select ${locationJson("$3")} as text from locations r where r.store_id = $1 and r.id = $2`,
);

const byCode = defineStatement(
  "location_by_code",
  `select ${locationJson("$3")} as text from locations r where r.store_id = $1 and lower(r.code) = lower($2)`,
);

/** Load the JSON text of a location; null when it does not exist. */
export async function locationText(db: Queryable, store: Store, id: number): Promise<string | null> {
  const row = await db.maybeOne<{ text: string }>(byId, [store.id, id, store.timezone]);
  return row?.text ?? null;
}

/** Return a location. @throws ApiError not_found */
export async function getLocation(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getLocation>,
): Promise<JsonText> {
  const text = (await locationText(db, store, params.id)) ?? throwApiError("not_found");
  return recordText("location", text, query.fields);
}

/** Return a location by its code, in any case. @throws ApiError not_found */
export async function getLocationByCode(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getLocationByCode>,
): Promise<JsonText> {
  const row = await db.maybeOne<{ text: string }>(byCode, [store.id, params.code, store.timezone]);
  return recordText("location", row?.text ?? throwApiError("not_found"), query.fields);
}
