import { type BodyOf, type operations, refuseField } from "@souk/contract";
import { errorCode, laterThan, type Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import { type FoundMetafield, findToChange, type OneCall } from "./find-metafield.ts";
import { metafieldJson } from "./metafield-json.ts";
import type { Owner } from "./owners.ts";
import { readValue } from "./value-rules.ts";

const statement = {
  name: "metafield_update",
  text: `
    update metafields r set value = $3, value_type = $4, description = coalesce($5, r.description), is_private = $6,
      updated_at = ${laterThan("r.updated_at")}
    where r.store_id = $1 and r.id = $2
      and (r.value, r.value_type, r.description, r.is_private) is distinct from ($3, $4, coalesce($5, r.description), $6)
    returning ${metafieldJson("$7")} as text`,
};

type Change = OneCall & { body: BodyOf<typeof operations.updateMetafield> };

/**
 * Changes what is sent of a metafield; what is already as asked changes nothing.
 * @throws Refusal not_found; scope_missing; invalid naming namespace, key, value or is_private
 */
export async function updateMetafield(tx: Transaction, owner: Owner, call: Change): Promise<JsonText> {
  const { store, params, body } = call;
  const found = await findToChange(tx, owner, call);
  requireSameName(found, body);
  const is_private = body.is_private ?? found.is_private;
  if (is_private) requireMaker(found, call);
  const value_type = body.value_type ?? found.value_type;
  const stays = body.value === undefined && body.value_type === undefined;
  const value = stays ? found.value : readValue(body.value ?? JSON.parse(found.value), value_type);
  const values = [store.id, params.id, value, value_type, body.description ?? null, is_private];
  try {
    const { rows } = await tx.query<{ text: string }>(statement, [...values, store.timezone]);
    return recordText("metafield", rows[0]?.text ?? found.text);
  } catch (error) {
    if (errorCode(error) !== "23505") throw error;
    return refuseField("key", `is there already in the namespace ${found.namespace}`);
  }
}

function requireSameName(found: FoundMetafield, body: Change["body"]): void {
  for (const path of ["namespace", "key"] as const) {
    if (body[path] !== undefined && body[path].trim() !== found[path])
      refuseField(path, `is ${found[path]} and cannot be changed; make another metafield`);
  }
}

function requireMaker({ app_id }: FoundMetafield, { installation }: Change): void {
  if (installation === null || app_id !== installation.app_id)
    refuseField("is_private", "can be true only for the app that made it");
}
