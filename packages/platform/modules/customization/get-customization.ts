import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import { type JsonText, jsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { assertManager, selectInstallation } from "../installs/index.ts";
import { type AddressRules, withWarnings } from "./records/address-rules.ts";
import { placedSnippetJson, type RecordKind, recordJson, recordKinds } from "./records/kinds.ts";
import { removeRecord } from "./records/write-record.ts";

function buildStatement(kind: RecordKind) {
  const json = kind.plural === "snippets" ? placedSnippetJson("$3") : recordJson(kind, "$3");
  return defineStatement(
    `${kind.plural}_placed`,
    `select coalesce(string_agg(${json}, ',' order by r.id), '') as texts from ${kind.plural} r
      where r.store_id = $1 and r.installation_id = $2`,
  );
}

/**
 * Load an app's records in the store, for its members. @throws ApiError not_found, also for another store's
 */
export async function getCustomization(
  db: Queryable,
  { store, params }: Call<typeof operations.getCustomization>,
  rules: AddressRules,
): Promise<JsonText> {
  const { id } = (await selectInstallation(db, store.id, params.id)) ?? throwApiError("not_found");
  const parts: string[] = [];
  for (const kind of Object.values<RecordKind>(recordKinds)) {
    const row = await db.maybeOne<{ texts: string }>(buildStatement(kind), [store.id, id, store.timezone]);
    parts.push(`"${kind.plural}":[${withWarnings(kind, row?.texts ?? "", rules)}]`);
  }
  return jsonText(`{"customization":{${parts.join(",")}}}`);
}

/** Delete a record of an app in the store. @throws ApiError not_allowed for staff; not_found */
export async function deleteCustomization(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.deleteCustomization>,
): Promise<Record<string, never>> {
  assertManager(signed_in);
  const { id, kind, record_id } = params;
  const place = { store_id: store.id, installation_id: id, id: record_id };
  if (!(await removeRecord(tx, recordKinds[kind], place))) throwApiError("not_found");
  return {};
}
