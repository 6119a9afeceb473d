import { mostAppRecords, mostSnippetBytes, refuse, refuseField } from "@souk/contract";
import { laterThan, type Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import { type JsonText, jsonText } from "../../../routing/answer.ts";
import { byteFaults } from "../../../text-bytes.ts";
import { type AddressRules, requireAddress, requireLinkPath, withWarnings } from "./address-rules.ts";
import { type RecordKind, recordJson } from "./kinds.ts";
import { type AppCall, recordTextOf } from "./list-records.ts";
import { holdOwner, type Owner, requireApp } from "./owner.ts";

/** What is written of a record; what is missing is left as it is. */
type Input = Readonly<Record<string, string>>;

interface Ground {
  kind: RecordKind;
  rules: AddressRules;
}

/** The known fields of a body. @throws Refusal invalid naming a field */
function readInput({ kind, rules }: Ground, body: object, appUrl: string): Input {
  const sent = body as Readonly<Record<string, string | undefined>>;
  const input: Record<string, string> = {};
  for (const column of kind.columns) {
    const value = column === "label" ? sent[column]?.trim() : sent[column];
    if (value !== undefined) input[column] = value;
  }
  if (input["label"] === "") refuseField("label", "must not be blank");
  const long = byteFaults(input, { value: mostSnippetBytes });
  if (long.length > 0) refuse("invalid", { fields: long });
  requireAddress(kind, input, rules);
  if (kind.plural === "admin_links" && input["url"] !== undefined)
    requireLinkPath(input["url"], appUrl, rules);
  return input;
}

/** @throws Refusal invalid when the app has as many as it may */
async function requireRoom(tx: Transaction, kind: RecordKind, { store, installation }: Owner): Promise<void> {
  const text = `select count(*) as count from ${kind.plural} where store_id = $1 and installation_id = $2`;
  const { rows } = await tx.query<{ count: number }>({ name: `${kind.plural}_room`, text }, [
    store.id,
    installation.id,
  ]);
  if ((rows[0]?.count ?? 0) < mostAppRecords) return;
  const named = kind.words.toLowerCase();
  refuseField(
    kind.filter,
    `cannot be taken: the app has ${mostAppRecords} ${named} in this shop, which is the most. Delete one first.`,
  );
}

function insertStatement(kind: RecordKind) {
  const { columns, plural } = kind;
  const values = columns.map((_, at) => `$${at + 4}`).join(", ");
  // WHK-3 holds for callbacks too: a repeated topic replaces its URL.
  const repeated =
    plural === "curls"
      ? `on conflict (installation_id, topic) do update set url = excluded.url, updated_at = ${laterThan("r.updated_at")}`
      : "";
  return {
    name: `${kind.singular}_insert`,
    text: `insert into ${plural} as r (store_id, installation_id, ${columns.join(", ")})
      values ($1, $2, ${values}) ${repeated} returning ${recordJson(kind, "$3")} as text`,
  };
}

/**
 * Puts a record of an app into its shop.
 * @throws Refusal not_allowed without an app; invalid naming a field, or for one more than an app may have; app_disabled,
 * token_revoked when that has happened since the token was read
 */
export async function createRecord(
  tx: Transaction,
  ground: Ground,
  call: AppCall & { body: object },
): Promise<JsonText> {
  const { kind, rules } = ground;
  const owner = requireApp(kind, call);
  const input = { event: "onload", ...readInput(ground, call.body, await holdOwner(tx, owner)) };
  await requireRoom(tx, kind, owner);
  const written = kind.columns.map((column) => (input as Input)[column]);
  const values = [owner.store.id, owner.installation.id, owner.store.timezone, ...written];
  const { rows } = await tx.query<{ text: string }>(insertStatement(kind), values);
  if (!rows[0]) throw new Error(`The ${kind.singular} was not written.`);
  const text = withWarnings(kind, rows[0].text, rules);
  // Clients of this family read a callback's fields unwrapped (gaps.md, "General").
  if (kind.plural === "curls") return jsonText(`${text.slice(0, -1)},"curl":${text}}`);
  return recordText(kind.singular, text);
}

function updateStatement(kind: RecordKind) {
  const asked = kind.columns.map((column, at) => `coalesce($${at + 5}::text, r.${column})`);
  const set = kind.columns.map((column, at) => `${column} = ${asked[at]}`).join(", ");
  const now = kind.columns.map((column) => `r.${column}`).join(", ");
  return {
    name: `${kind.singular}_update`,
    text: `update ${kind.plural} r set ${set}, updated_at = ${laterThan("r.updated_at")}
      where r.store_id = $1 and r.installation_id = $2 and r.id = $4
        and (${now}) is distinct from (${asked.join(", ")})
      returning ${recordJson(kind, "$3")} as text`,
  };
}

/**
 * Changes what is sent of one of the app's own records; what is already as asked changes nothing. The topic of a callback stays.
 * @throws Refusal not_found; not_allowed without an app; invalid naming a field
 */
export async function updateRecord(
  tx: Transaction,
  ground: Ground,
  call: AppCall & { params: { id: number }; body: object },
): Promise<JsonText> {
  const { kind, rules } = ground;
  const owner = requireApp(kind, call);
  const { id } = call.params;
  const input = readInput(ground, call.body, await holdOwner(tx, owner));
  const written = kind.columns.map((column) => (column === "topic" ? null : (input[column] ?? null)));
  const values = [owner.store.id, owner.installation.id, owner.store.timezone, id, ...written];
  const { rows } = await tx.query<{ text: string }>(updateStatement(kind), values);
  const text = rows[0]?.text ?? (await recordTextOf(tx, { kind, owner }, id)) ?? refuse("not_found");
  return recordText(kind.singular, withWarnings(kind, text, rules));
}

/** Deletes one of the app's own records. @throws Refusal not_found; not_allowed without an app */
export async function deleteRecord(
  tx: Transaction,
  kind: RecordKind,
  call: AppCall & { params: { id: number } },
): Promise<Record<string, never>> {
  const { store, installation } = requireApp(kind, call);
  const place = { store_id: store.id, installation_id: installation.id };
  if (!(await removeRecord(tx, kind, { ...place, id: call.params.id }))) refuse("not_found");
  return {};
}

/** Takes away a record of an installation. @returns whether there was one */
export async function removeRecord(
  tx: Transaction,
  { plural, singular }: RecordKind,
  { store_id, installation_id, id }: { store_id: number; installation_id: number; id: number },
): Promise<boolean> {
  const text = `delete from ${plural} where store_id = $1 and installation_id = $2 and id = $3`;
  const { rowCount } = await tx.query({ name: `${singular}_delete`, text }, [store_id, installation_id, id]);
  return rowCount > 0;
}
