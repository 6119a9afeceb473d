import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../../listing/conditions.ts";
import { recordText } from "../../../listing/list-text.ts";
import { countRows, readList } from "../../../listing/read-list.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { imageJson } from "./image-json.ts";
import { imagesOf, imageTexts } from "./image-store.ts";

async function conditionsOf(run: Queryable, call: Call<typeof operations.countImages>) {
  const { store, params, query } = call;
  if ((await imagesOf(run, store, params.product_id)) === null) refuse("not_found");
  const conditions = createConditions("r.store_id = $1 and r.product_id = $2", [store.id, params.product_id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  return conditions;
}

const source = { plural: "images", table: "product_images" } as const;

/** The pictures of a product. @throws Refusal not_found */
export async function listImages(
  origin: string,
  run: Queryable,
  call: Call<typeof operations.listImages>,
): Promise<JsonText> {
  const { store, query } = call;
  const conditions = await conditionsOf(run, call);
  const writing = { zone: conditions.bind(store.timezone), origin: conditions.bind(origin) };
  const json = `(select ${imageJson(writing)}::text from (select r.*) i)`;
  return readList(run, { ...source, json, conditions }, query);
}

/** Counts them. @throws Refusal not_found */
export async function countImages(
  run: Queryable,
  call: Call<typeof operations.countImages>,
): Promise<{ count: number }> {
  return countRows(run, { ...source, conditions: await conditionsOf(run, call) });
}

/** One picture of a product. @throws Refusal not_found */
export async function getImage(
  origin: string,
  run: Queryable,
  call: Call<typeof operations.getImage>,
): Promise<JsonText> {
  const { product_id, id } = call.params;
  const [text] = await imageTexts(run, call.store, { product_id, ids: [id], origin });
  return recordText("image", text ?? refuse("not_found"), call.query.fields);
}
