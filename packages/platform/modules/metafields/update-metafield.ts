import { type OperationBody, type operations, throwFieldError } from "@souk/contract";
import { defineStatement, getErrorCode, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import { assertWithinQuota } from "../../infrastructure/quotas/index.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { type FoundMetafield, lockAndFindMetafield, type SingleMetafieldCall } from "./find-metafield.ts";
import { buildMetafieldJson } from "./metafield-json.ts";
import type { Owner } from "./owners.ts";
import { readValue } from "./value-rules.ts";

const updateStatement = defineStatement(
  "metafield_update",
  `
    update metafields r set value = $3, value_type = $4, description = coalesce($5, r.description), is_private = $6,
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.id = $2
      and (r.value, r.value_type, r.description, r.is_private) is distinct from ($3, $4, coalesce($5, r.description), $6)
    returning ${buildMetafieldJson("$7")} as text`,
);

type UpdateCall = SingleMetafieldCall & { body: OperationBody<typeof operations.updateMetafield> };

/**
 * Update the sent fields of a metafield. An update without a change writes nothing.
 * @throws ApiError `not_found`; `scope_missing`; `not_allowed`; `invalid` for namespace, key, value or is_private; `quota_exceeded`
 */
export async function updateMetafield(tx: Transaction, owner: Owner, call: UpdateCall): Promise<JsonText> {
  const { store, params, body } = call;
  const currentMetafield = await lockAndFindMetafield(tx, owner, { call, change: "update" });
  assertNameUnchanged(currentMetafield, body);
  const is_private = body.is_private ?? currentMetafield.is_private;
  if (is_private) assertCreatedByCaller(currentMetafield, call);
  const value_type = body.value_type ?? currentMetafield.value_type;
  const keepsValue = body.value === undefined && body.value_type === undefined;
  const value = keepsValue
    ? currentMetafield.value
    : readValue(body.value ?? JSON.parse(currentMetafield.value), value_type);
  const values = [store.id, params.id, value, value_type, body.description ?? null, is_private];
  try {
    const row = await tx.maybeOne<{ text: string }>(updateStatement, [...values, store.timezone]);
    await assertWithinQuota(tx, store.id, "metafield_bytes");
    return wrapRecord("metafield", row?.text ?? currentMetafield.text);
  } catch (error) {
    // 23505 is unique_violation: with the changed `is_private`, the metafield has the same key as another one in its namespace.
    if (getErrorCode(error) !== "23505") throw error;
    return throwFieldError(
      "key",
      "not_unique",
      { resource: "metafield" },
      `{field} is already used by another metafield in the namespace ${currentMetafield.namespace}.`,
    );
  }
}

function assertNameUnchanged(currentMetafield: FoundMetafield, body: UpdateCall["body"]): void {
  for (const path of ["namespace", "key"] as const) {
    if (body[path] !== undefined && body[path].trim() !== currentMetafield[path])
      throwFieldError(
        path,
        "not_allowed",
        { allowed: [currentMetafield[path]] },
        `{field} is ${currentMetafield[path]} and cannot be changed. Create another metafield.`,
      );
  }
}

function assertCreatedByCaller({ app_id }: FoundMetafield, { installation }: UpdateCall): void {
  if (installation === null || app_id !== installation.app_id)
    throwFieldError(
      "is_private",
      "not_allowed",
      {},
      "{field} can only be set by the app that created the metafield.",
    );
}
