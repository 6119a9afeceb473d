import { type OperationBody, type operations, throwFieldError } from "@souk/contract";
import { defineStatement, getErrorCode, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import { type FoundMetafield, findToChange, type OneCall } from "./find-metafield.ts";
import { metafieldJson } from "./metafield-json.ts";
import type { Owner } from "./owners.ts";
import { readValue } from "./value-rules.ts";

const statement = defineStatement(
  "metafield_update",
  `
    update metafields r set value = $3, value_type = $4, description = coalesce($5, r.description), is_private = $6,
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.id = $2
      and (r.value, r.value_type, r.description, r.is_private) is distinct from ($3, $4, coalesce($5, r.description), $6)
    returning ${metafieldJson("$7")} as text`,
);

type Change = OneCall & { body: OperationBody<typeof operations.updateMetafield> };

/**
 * Update the sent fields of a metafield; an update without a change writes nothing.
 * @throws ApiError not_found; scope_missing; invalid naming namespace, key, value or is_private
 */
export async function updateMetafield(tx: Transaction, owner: Owner, call: Change): Promise<JsonText> {
  const { store, params, body } = call;
  const found = await findToChange(tx, owner, call);
  assertSameName(found, body);
  const is_private = body.is_private ?? found.is_private;
  if (is_private) assertMaker(found, call);
  const value_type = body.value_type ?? found.value_type;
  const stays = body.value === undefined && body.value_type === undefined;
  const value = stays ? found.value : readValue(body.value ?? JSON.parse(found.value), value_type);
  const values = [store.id, params.id, value, value_type, body.description ?? null, is_private];
  try {
    const row = await tx.maybeOne<{ text: string }>(statement, [...values, store.timezone]);
    return recordText("metafield", row?.text ?? found.text);
  } catch (error) {
    if (getErrorCode(error) !== "23505") throw error;
    return throwFieldError(
      "key",
      "not_unique",
      { resource: "metafield" },
      `{field} is already used in the namespace ${found.namespace}.`,
    );
  }
}

function assertSameName(found: FoundMetafield, body: Change["body"]): void {
  for (const path of ["namespace", "key"] as const) {
    if (body[path] !== undefined && body[path].trim() !== found[path])
      throwFieldError(
        path,
        "not_allowed",
        { allowed: [found[path]] },
        `{field} is ${found[path]} and cannot be changed. Create another metafield.`,
      );
  }
}

function assertMaker({ app_id }: FoundMetafield, { installation }: Change): void {
  if (installation === null || app_id !== installation.app_id)
    throwFieldError(
      "is_private",
      "not_allowed",
      {},
      "{field} can be set by the app that created the metafield only.",
    );
}
