import { maxAppRecords, maxSnippetBytes, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { assertWithinQuota } from "../../../infrastructure/quotas/index.ts";
import { createJsonText, type JsonText } from "../../../infrastructure/routing/response.ts";
import { findByteLengthErrors } from "../../../infrastructure/text-bytes.ts";
import { type AppCall, loadRecordText } from "./list-records.ts";
import { buildRecordJson, type RecordKind, recordKinds } from "./record-kinds.ts";
import { getRecordOwner, lockOwner, type RecordOwner } from "./record-owner.ts";
import { addWarnings, assertLinkPath, assertUrl, type UrlRules } from "./url-rules.ts";

/** The fields of a record that a request sets. Other fields are not changed. */
type RecordInput = Readonly<Record<string, string>>;

interface RecordContext {
  kind: RecordKind;
  rules: UrlRules;
}

/** Read and validate the fields of a record in a request body. @throws ApiError `invalid` for the invalid field */
function readInput({ kind, rules }: RecordContext, body: object, appUrl: string): RecordInput {
  const fields = body as Readonly<Record<string, string | undefined>>;
  const input: Record<string, string> = {};
  for (const column of kind.columns) {
    const value = column === "label" ? fields[column]?.trim() : fields[column];
    if (value !== undefined) input[column] = value;
  }
  if (input["label"] === "") throwFieldError("label", "required");
  const lengthErrors = findByteLengthErrors(input, { value: maxSnippetBytes });
  if (lengthErrors.length > 0) throwApiError("invalid", { fields: lengthErrors });
  assertUrl(kind, input, rules);
  if (kind.plural === "admin_links" && input["url"] !== undefined)
    assertLinkPath(input["url"], appUrl, rules);
  return input;
}

function defineCountStatement(plural: RecordKind["plural"]) {
  const text = `select count(*) as count from ${plural} where store_id = $1 and installation_id = $2`;
  return defineStatement(`${plural}_count_of_app`, text);
}

const countStatements = new Map(
  Object.values(recordKinds).map(({ plural }) => [plural, defineCountStatement(plural)]),
);

/** Assert that the app may have another record of this kind. @throws ApiError `invalid` */
async function assertBelowMaxRecords(
  tx: Transaction,
  kind: RecordKind,
  { store, installation }: RecordOwner,
): Promise<void> {
  const statement = countStatements.get(kind.plural) ?? defineCountStatement(kind.plural);
  const row = await tx.one<{ count: number }>(statement, [store.id, installation.id]);
  if (row.count < maxAppRecords) return;
  throwFieldError(
    kind.filterColumn,
    "too_many",
    { max: maxAppRecords },
    `An app can have at most ${maxAppRecords} ${kind.pluralLabel} in a store. Delete one first.`,
  );
}

function buildInsertStatement(kind: RecordKind) {
  const { columns, plural } = kind;
  const values = columns.map((_, index) => `$${index + 4}`).join(", ");
  // As with webhooks (WHK-3), a second callback for a topic replaces the URL of the first.
  const conflictSql =
    plural === "curls"
      ? `on conflict (store_id, installation_id, topic) do update set url = excluded.url, updated_at = ${monotonicUpdatedAt("r.updated_at")}`
      : "";
  return defineStatement(
    `${kind.singular}_insert`,
    `insert into ${plural} as r (store_id, installation_id, ${columns.join(", ")})
      values ($1, $2, ${values}) ${conflictSql} returning ${buildRecordJson(kind, "$3")} as text`,
  );
}

/**
 * Create a record of the calling app in its store.
 * @throws ApiError `not_allowed` if the caller is not an app; `invalid` for the invalid field, or if the app has the maximum number
 *   of records; `app_disabled` or `token_revoked` if the installation was disabled or removed since the token was checked;
 *   `quota_exceeded`
 */
export async function createRecord(
  tx: Transaction,
  context: RecordContext,
  call: AppCall & { body: object },
): Promise<JsonText> {
  const { kind, rules } = context;
  const owner = getRecordOwner(kind, call);
  // `onload` is the default event of a script tag. The other kinds have no column `event`.
  const input = { event: "onload", ...readInput(context, call.body, await lockOwner(tx, owner)) };
  await assertBelowMaxRecords(tx, kind, owner);
  const columnValues = kind.columns.map((column) => (input as RecordInput)[column]);
  const values = [owner.store.id, owner.installation.id, owner.store.timezone, ...columnValues];
  const row = await tx.maybeOne<{ text: string }>(buildInsertStatement(kind), values);
  if (!row) throw new Error(`The ${kind.singular} was not written.`);
  if (kind.plural === "snippets" || kind.plural === "script_tags")
    await assertWithinQuota(tx, owner.store.id, kind.plural);
  const text = addWarnings(kind, row.text, rules);
  // Some clients read the fields of a callback unwrapped (docs/spec/decided.md#requests-and-responses).
  if (kind.plural === "curls") return createJsonText(`${text.slice(0, -1)},"curl":${text}}`);
  return wrapRecord(kind.singular, text);
}

function buildUpdateStatement(kind: RecordKind) {
  const newValues = kind.columns.map((column, index) => `coalesce($${index + 5}::text, r.${column})`);
  const assignmentsSql = kind.columns.map((column, index) => `${column} = ${newValues[index]}`).join(", ");
  const currentValues = kind.columns.map((column) => `r.${column}`).join(", ");
  return defineStatement(
    `${kind.singular}_update`,
    `update ${kind.plural} r set ${assignmentsSql}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
      where r.store_id = $1 and r.installation_id = $2 and r.id = $4
        and (${currentValues}) is distinct from (${newValues.join(", ")})
      returning ${buildRecordJson(kind, "$3")} as text`,
  );
}

/**
 * Update a record of the calling app with the fields in the request. If no value differs, `updated_at` is not changed. A topic
 * in the request is ignored, because the topic of a callback cannot be changed.
 * @throws ApiError `not_found`; `not_allowed` if the caller is not an app; `invalid` for the invalid field
 */
export async function updateRecord(
  tx: Transaction,
  context: RecordContext,
  call: AppCall & { params: { id: number }; body: object },
): Promise<JsonText> {
  const { kind, rules } = context;
  const owner = getRecordOwner(kind, call);
  const { id } = call.params;
  const input = readInput(context, call.body, await lockOwner(tx, owner));
  const columnValues = kind.columns.map((column) => (column === "topic" ? null : (input[column] ?? null)));
  const values = [owner.store.id, owner.installation.id, owner.store.timezone, id, ...columnValues];
  const row = await tx.maybeOne<{ text: string }>(buildUpdateStatement(kind), values);
  const text = row?.text ?? (await loadRecordText(tx, { kind, owner }, id)) ?? throwApiError("not_found");
  return wrapRecord(kind.singular, addWarnings(kind, text, rules));
}

/** Delete a record of the calling app. @throws ApiError `not_found`; `not_allowed` if the caller is not an app */
export async function deleteRecord(
  tx: Transaction,
  kind: RecordKind,
  call: AppCall & { params: { id: number } },
): Promise<Record<string, never>> {
  const { store, installation } = getRecordOwner(kind, call);
  const owner = { store_id: store.id, installation_id: installation.id };
  if (!(await removeRecord(tx, kind, { ...owner, id: call.params.id }))) throwApiError("not_found");
  return {};
}

/** Delete a record of an installation, and return whether it existed. */
export async function removeRecord(
  tx: Transaction,
  { plural, singular }: RecordKind,
  { store_id, installation_id, id }: { store_id: number; installation_id: number; id: number },
): Promise<boolean> {
  // guard records-of-one-app: with `$2::bigint > 0` instead of `installation_id = $2`, customization/customization.test.ts fails at `an app creates, reads, lists, counts and deletes its snippets, scripts, links and callbacks`
  const text = `delete from ${plural} where store_id = $1 and installation_id = $2 and id = $3`;
  const { rowCount } = await tx.query(defineStatement(`${singular}_delete`, text), [
    store_id,
    installation_id,
    id,
  ]);
  return rowCount > 0;
}
