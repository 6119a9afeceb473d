import { maxAppRecords, maxSnippetBytes, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import { type JsonText, jsonText } from "../../../infrastructure/routing/answer.ts";
import { findByteLengthErrors } from "../../../infrastructure/text-bytes.ts";
import { type AddressRules, assertAddress, assertLinkPath, withWarnings } from "./address-rules.ts";
import { type RecordKind, recordJson } from "./kinds.ts";
import { type AppCall, loadRecordText } from "./list-records.ts";
import { assertApp, holdOwner, type Owner } from "./owner.ts";

/** The written fields of a record; missing ones stay as they are. */
type Input = Readonly<Record<string, string>>;

interface RecordContext {
  kind: RecordKind;
  rules: AddressRules;
}

/** Read the known fields of a body. @throws ApiError invalid naming a field */
function readInput({ kind, rules }: RecordContext, body: object, appUrl: string): Input {
  const sent = body as Readonly<Record<string, string | undefined>>;
  const input: Record<string, string> = {};
  for (const column of kind.columns) {
    const value = column === "label" ? sent[column]?.trim() : sent[column];
    if (value !== undefined) input[column] = value;
  }
  if (input["label"] === "") throwFieldError("label", "required");
  const long = findByteLengthErrors(input, { value: maxSnippetBytes });
  if (long.length > 0) throwApiError("invalid", { fields: long });
  assertAddress(kind, input, rules);
  if (kind.plural === "admin_links" && input["url"] !== undefined)
    assertLinkPath(input["url"], appUrl, rules);
  return input;
}

/** Assert that the app has room for another record of this kind. @throws ApiError invalid */
async function assertRoom(tx: Transaction, kind: RecordKind, { store, installation }: Owner): Promise<void> {
  const text = `select count(*) as count from ${kind.plural} where store_id = $1 and installation_id = $2`;
  const row = await tx.one<{ count: number }>(defineStatement(`${kind.plural}_room`, text), [
    store.id,
    installation.id,
  ]);
  if (row.count < maxAppRecords) return;
  const named = kind.words.toLowerCase();
  throwFieldError(
    kind.filter,
    "too_many",
    { max: maxAppRecords },
    `An app can have at most ${maxAppRecords} ${named} in a store. Delete one first.`,
  );
}

function insertStatement(kind: RecordKind) {
  const { columns, plural } = kind;
  const values = columns.map((_, index) => `$${index + 4}`).join(", ");
  // WHK-3 holds for callbacks too: a repeated topic replaces its URL.
  const repeated =
    plural === "curls"
      ? `on conflict (store_id, installation_id, topic) do update set url = excluded.url, updated_at = ${monotonicUpdatedAt("r.updated_at")}`
      : "";
  return defineStatement(
    `${kind.singular}_insert`,
    `insert into ${plural} as r (store_id, installation_id, ${columns.join(", ")})
      values ($1, $2, ${values}) ${repeated} returning ${recordJson(kind, "$3")} as text`,
  );
}

/**
 * Create a record of an app in its store.
 * @throws ApiError not_allowed without an app; invalid naming a field, or when the app has the maximum
 *   number; app_disabled, token_revoked when that has happened since the token was read
 */
export async function createRecord(
  tx: Transaction,
  context: RecordContext,
  call: AppCall & { body: object },
): Promise<JsonText> {
  const { kind, rules } = context;
  const owner = assertApp(kind, call);
  const input = { event: "onload", ...readInput(context, call.body, await holdOwner(tx, owner)) };
  await assertRoom(tx, kind, owner);
  const written = kind.columns.map((column) => (input as Input)[column]);
  const values = [owner.store.id, owner.installation.id, owner.store.timezone, ...written];
  const row = await tx.maybeOne<{ text: string }>(insertStatement(kind), values);
  if (!row) throw new Error(`The ${kind.singular} was not written.`);
  const text = withWarnings(kind, row.text, rules);
  // Clients of this family read a callback's fields unwrapped (docs/spec/decided.md#requests-and-responses).
  if (kind.plural === "curls") return jsonText(`${text.slice(0, -1)},"curl":${text}}`);
  return recordText(kind.singular, text);
}

function updateStatement(kind: RecordKind) {
  const asked = kind.columns.map((column, index) => `coalesce($${index + 5}::text, r.${column})`);
  const set = kind.columns.map((column, index) => `${column} = ${asked[index]}`).join(", ");
  const now = kind.columns.map((column) => `r.${column}`).join(", ");
  return defineStatement(
    `${kind.singular}_update`,
    `update ${kind.plural} r set ${set}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
      where r.store_id = $1 and r.installation_id = $2 and r.id = $4
        and (${now}) is distinct from (${asked.join(", ")})
      returning ${recordJson(kind, "$3")} as text`,
  );
}

/**
 * Update the sent fields of one of the app's own records; the same values change nothing. The topic of a
 * callback stays.
 * @throws ApiError not_found; not_allowed without an app; invalid naming a field
 */
export async function updateRecord(
  tx: Transaction,
  context: RecordContext,
  call: AppCall & { params: { id: number }; body: object },
): Promise<JsonText> {
  const { kind, rules } = context;
  const owner = assertApp(kind, call);
  const { id } = call.params;
  const input = readInput(context, call.body, await holdOwner(tx, owner));
  const written = kind.columns.map((column) => (column === "topic" ? null : (input[column] ?? null)));
  const values = [owner.store.id, owner.installation.id, owner.store.timezone, id, ...written];
  const row = await tx.maybeOne<{ text: string }>(updateStatement(kind), values);
  const text = row?.text ?? (await loadRecordText(tx, { kind, owner }, id)) ?? throwApiError("not_found");
  return recordText(kind.singular, withWarnings(kind, text, rules));
}

/** Delete one of the app's own records. @throws ApiError not_found; not_allowed without an app */
export async function deleteRecord(
  tx: Transaction,
  kind: RecordKind,
  call: AppCall & { params: { id: number } },
): Promise<Record<string, never>> {
  const { store, installation } = assertApp(kind, call);
  const place = { store_id: store.id, installation_id: installation.id };
  if (!(await removeRecord(tx, kind, { ...place, id: call.params.id }))) throwApiError("not_found");
  return {};
}

/** Delete a record of an installation. @returns whether it existed */
export async function removeRecord(
  tx: Transaction,
  { plural, singular }: RecordKind,
  { store_id, installation_id, id }: { store_id: number; installation_id: number; id: number },
): Promise<boolean> {
  // guard: records-of-one-app with `$2::bigint > 0` for `installation_id = $2`: customization/customization.test.ts an app creates, reads, lists, counts and deletes its own records of each kind
  const text = `delete from ${plural} where store_id = $1 and installation_id = $2 and id = $3`;
  const { rowCount } = await tx.query(defineStatement(`${singular}_delete`, text), [
    store_id,
    installation_id,
    id,
  ]);
  return rowCount > 0;
}
