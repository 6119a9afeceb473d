import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildLocationJson } from "./location-json.ts";

const byIdStatement = defineStatement(
  "location_by_id",
  `select ${buildLocationJson("$3")} as text from locations r where r.store_id = $1 and r.id = $2`,
);

const byCodeStatement = defineStatement(
  "location_by_code",
  `select ${buildLocationJson("$3")} as text from locations r where r.store_id = $1 and lower(r.code) = lower($2)`,
);

/** Load the JSON text of a location. @returns null when it does not exist */
export async function loadLocationText(db: Queryable, store: Store, id: number): Promise<string | null> {
  const row = await db.maybeOne<{ text: string }>(byIdStatement, [store.id, id, store.timezone]);
  return row?.text ?? null;
}

/** Return a location. @throws ApiError `not_found` */
export async function getLocation(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getLocation>,
): Promise<JsonText> {
  const text = (await loadLocationText(db, store, params.id)) ?? throwApiError("not_found");
  return wrapRecord("location", text, query.fields);
}

/** Return a location by its code, regardless of case. @throws ApiError `not_found` */
export async function getLocationByCode(
  db: Queryable,
  { store, params, query }: Call<typeof operations.getLocationByCode>,
): Promise<JsonText> {
  const row = await db.maybeOne<{ text: string }>(byCodeStatement, [store.id, params.code, store.timezone]);
  return wrapRecord("location", row?.text ?? throwApiError("not_found"), query.fields);
}
