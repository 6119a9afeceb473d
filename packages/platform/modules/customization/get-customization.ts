import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { createJsonText, type JsonText } from "../../infrastructure/routing/response.ts";
import { selectInstallation } from "../installs/index.ts";
import {
  buildRecordJson,
  buildSnippetSummaryJson,
  type RecordKind,
  recordKinds,
} from "./records/record-kinds.ts";
import { addWarnings, type UrlRules } from "./records/url-rules.ts";
import { removeRecord } from "./records/write-record.ts";

function defineRecordsStatement(kind: RecordKind) {
  const json = kind.plural === "snippets" ? buildSnippetSummaryJson("$3") : buildRecordJson(kind, "$3");
  return defineStatement(
    `${kind.plural}_of_installation`,
    `select coalesce(string_agg(${json}, ',' order by r.id), '') as texts from ${kind.plural} r
      where r.store_id = $1 and r.installation_id = $2`,
  );
}

const recordsStatements = Object.values<RecordKind>(recordKinds).map((kind) => ({
  kind,
  statement: defineRecordsStatement(kind),
}));

/**
 * Load all records that an app has created in a store, for the store's members.
 * @throws ApiError `not_found` if the store has no such installation
 */
export async function getCustomization(
  db: Queryable,
  { store, params }: Call<typeof operations.getCustomization>,
  rules: UrlRules,
): Promise<JsonText> {
  const { id } = (await selectInstallation(db, store.id, params.id)) ?? throwApiError("not_found");
  const fieldTexts: string[] = [];
  for (const { kind, statement } of recordsStatements) {
    const row = await db.maybeOne<{ texts: string }>(statement, [store.id, id, store.timezone]);
    fieldTexts.push(`"${kind.plural}":[${addWarnings(kind, row?.texts ?? "", rules)}]`);
  }
  return createJsonText(`{"customization":{${fieldTexts.join(",")}}}`);
}

/** Delete a record that an app has created in a store. @throws ApiError `not_found` */
export async function deleteCustomization(
  tx: Transaction,
  { store, params }: Call<typeof operations.deleteCustomization>,
): Promise<Record<string, never>> {
  const { id, kind, record_id } = params;
  const recordKey = { store_id: store.id, installation_id: id, id: record_id };
  if (!(await removeRecord(tx, recordKinds[kind], recordKey))) throwApiError("not_found");
  return {};
}
