import { type OperationBody, type operations, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import { assertWithinQuota } from "../../infrastructure/quotas/index.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildMetafieldJson } from "./metafield-json.ts";
import { lockOwner, type Owner } from "./owners.ts";
import { readValue } from "./value-rules.ts";
import { assertCanUseNamespace, assertCanWrite, type Caller } from "./visibility.ts";

const insertStatement = defineStatement(
  "metafield_insert",
  `
    insert into metafields as r (store_id, owner_resource, owner_id, namespace, key, value, value_type, description,
      is_private, app_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict do nothing returning ${buildMetafieldJson("$11")} as text`,
);

interface CreateCall extends Caller {
  store: Store;
  body: OperationBody<typeof operations.createMetafield>;
}

function readName(path: "namespace" | "key", text: string): string {
  const name = text.trim();
  return name === "" ? throwFieldError(path, "required") : name;
}

/**
 * Add a metafield to a record (SNP-3).
 * @throws ApiError `not_found`; `scope_missing`; `invalid` for namespace, key, value or is_private; `quota_exceeded`
 */
export async function createMetafield(tx: Transaction, owner: Owner, call: CreateCall): Promise<JsonText> {
  const { store, installation, body } = call;
  const { value_type = "String", description = "", is_private = false } = body;
  const namespace = readName("namespace", body.namespace);
  const key = readName("key", body.key);
  assertCanUseNamespace(call, namespace);
  assertCanWrite(call, owner, namespace);
  const value = readValue(body.value, value_type);
  if (is_private && installation === null)
    throwFieldError("is_private", "not_allowed", {}, "{field} can only be set by apps.");
  if (!(await lockOwner(tx, store, owner))) throwApiError("not_found");
  const app_id = installation?.app_id ?? null;
  const identity = [store.id, owner.resource, owner.id, namespace, key];
  const values = [...identity, value, value_type, description, is_private, app_id, store.timezone];
  const row = await tx.maybeOne<{ text: string }>(insertStatement, values);
  for (const quota of ["metafields", "metafield_bytes"] as const)
    await assertWithinQuota(tx, store.id, quota);
  const notUniqueMessage = `{field} is already used by a metafield in the namespace ${namespace}. Update that metafield with PUT.`;
  return wrapRecord(
    "metafield",
    row?.text ?? throwFieldError("key", "not_unique", { resource: "metafield" }, notUniqueMessage),
  );
}
