import { type FieldSelection, type Sort, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import type { Installation, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildRecordJson, type RecordKind } from "./record-kinds.ts";
import { getRecordOwner, type RecordOwner } from "./record-owner.ts";
import { addWarnings, mayHaveWarnings, type UrlRules } from "./url-rules.ts";

/** A call of an operation on records of apps. The installation is null if the caller is a person. */
export interface AppCall {
  store: Store;
  installation: Installation | null;
}

type Filters = {
  ids: number[] | undefined;
  since_id: number | undefined;
} & { [K in `${"updated" | "created"}_at_${"min" | "max"}`]: Date | undefined } & {
  [K in RecordKind["filterColumn"]]?: string | undefined;
};

type ListQuery = Filters & { page: number; limit: number; sort: Sort; fields: FieldSelection | undefined };

function buildConditions(kind: RecordKind, { store, installation }: RecordOwner, query: Filters): Conditions {
  const conditions = createConditions("r.store_id = $1 and r.installation_id = $2", [
    store.id,
    installation.id,
  ]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  // LST-5: since_id itself is included.
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query[kind.filterColumn], (value) => `r.${kind.filterColumn} = ${value}`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

/** List a page of the calling app's records of a kind (LST-1). @throws ApiError `not_allowed` if the caller is not an app */
export async function listRecords(
  db: Queryable,
  { kind, rules }: { kind: RecordKind; rules: UrlRules },
  call: AppCall & { query: ListQuery },
): Promise<JsonText> {
  const { plural } = kind;
  const conditions = buildConditions(kind, getRecordOwner(kind, call), call.query);
  const json = buildRecordJson(kind, conditions.bind(call.store.timezone));
  const source = { plural, table: plural, json, conditions };
  if (!mayHaveWarnings(kind, rules)) return readList(db, source, call.query);
  return readList(
    db,
    { ...source, mapJson: (recordsJson) => addWarnings(kind, recordsJson, rules) },
    call.query,
  );
}

/** Count the calling app's records of a kind. @throws ApiError `not_allowed` if the caller is not an app */
export function countRecords(
  db: Queryable,
  kind: RecordKind,
  call: AppCall & { query: Filters },
): Promise<{ count: number }> {
  const conditions = buildConditions(kind, getRecordOwner(kind, call), call.query);
  return countRows(db, { plural: kind.plural, table: kind.plural, conditions });
}

/** Load the JSON text of a record, or return null if the app has no such record in the store. */
export async function loadRecordText(
  db: Queryable,
  { kind, owner }: { kind: RecordKind; owner: RecordOwner },
  id: number,
): Promise<string | null> {
  const text = `select ${buildRecordJson(kind, "$4")} as text from ${kind.plural} r
    where r.store_id = $1 and r.installation_id = $2 and r.id = $3`;
  const { store, installation } = owner;
  const values = [store.id, installation.id, id, store.timezone];
  const row = await db.maybeOne<{ text: string }>(defineStatement(`${kind.singular}_by_id`, text), values);
  return row?.text ?? null;
}

/**
 * Load a record of the calling app.
 * @throws ApiError `not_found`, also for a record of another app; `not_allowed` if the caller is not an app
 */
export async function getRecord(
  db: Queryable,
  { kind, rules }: { kind: RecordKind; rules: UrlRules },
  call: AppCall & { params: { id: number }; query: { fields: FieldSelection | undefined } },
): Promise<JsonText> {
  const owner = getRecordOwner(kind, call);
  const text = (await loadRecordText(db, { kind, owner }, call.params.id)) ?? throwApiError("not_found");
  return wrapRecord(kind.singular, addWarnings(kind, text, rules), call.query.fields);
}
