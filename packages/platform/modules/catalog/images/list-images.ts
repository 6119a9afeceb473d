import { type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildImageJson } from "./image-json.ts";
import { loadImages, loadImageTexts } from "./image-store.ts";

async function buildConditions(db: Queryable, call: Call<typeof operations.countImages>) {
  const { store, params, query } = call;
  if ((await loadImages(db, store, params.product_id)) === null) throwApiError("not_found");
  const conditions = createConditions("r.store_id = $1 and r.product_id = $2", [store.id, params.product_id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  return conditions;
}

const source = { plural: "images", table: "product_images" } as const;

/** List the images of a product. @throws ApiError not_found */
export async function listImages(
  origin: string,
  db: Queryable,
  call: Call<typeof operations.listImages>,
): Promise<JsonText> {
  const { store, query } = call;
  const conditions = await buildConditions(db, call);
  const placeholders = { zone: conditions.bind(store.timezone), origin: conditions.bind(origin) };
  const json = `(select ${buildImageJson(placeholders)}::text from (select r.*) i)`;
  return readList(db, { ...source, json, conditions }, query);
}

/** Count the images of a product. @throws ApiError not_found */
export async function countImages(
  db: Queryable,
  call: Call<typeof operations.countImages>,
): Promise<{ count: number }> {
  return countRows(db, { ...source, conditions: await buildConditions(db, call) });
}

/** Return an image of a product. @throws ApiError not_found */
export async function getImage(
  origin: string,
  db: Queryable,
  call: Call<typeof operations.getImage>,
): Promise<JsonText> {
  const { product_id, id } = call.params;
  const [text] = await loadImageTexts(db, call.store, { product_id, ids: [id], origin });
  return wrapRecord("image", text ?? throwApiError("not_found"), call.query.fields);
}
