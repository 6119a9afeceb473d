import { type FieldSelection, refuse, type Sort } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../listing/conditions.ts";
import { listText, recordText } from "../../../listing/list-text.ts";
import { countRows } from "../../../listing/read-list.ts";
import { readPage } from "../../../listing/read-page.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Installation, Store } from "../../../routing/call.ts";
import { type AddressRules, withWarnings } from "./address-rules.ts";
import { type RecordKind, recordJson } from "./kinds.ts";
import { type Owner, requireApp } from "./owner.ts";

/** Who asks. */
export interface AppCall {
  store: Store;
  installation: Installation | null;
}

type Filters = {
  ids: number[] | undefined;
  since_id: number | undefined;
} & { [K in `${"updated" | "created"}_at_${"min" | "max"}`]: Date | undefined } & {
  [K in RecordKind["filter"]]?: string | undefined;
};

type ListQuery = Filters & { page: number; limit: number; sort: Sort; fields: FieldSelection | undefined };

function conditionsOf(kind: RecordKind, { store, installation }: Owner, query: Filters): Conditions {
  const conditions = createConditions("r.store_id = $1 and r.installation_id = $2", [
    store.id,
    installation.id,
  ]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query[kind.filter], (value) => `r.${kind.filter} = ${value}`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

/** A page of the app's own records of a kind (LST-1). @throws Refusal not_allowed without an app */
export async function listRecords(
  run: Queryable,
  { kind, rules }: { kind: RecordKind; rules: AddressRules },
  call: AppCall & { query: ListQuery },
): Promise<JsonText> {
  const { plural } = kind;
  const conditions = conditionsOf(kind, requireApp(kind, call), call.query);
  const json = recordJson(kind, conditions.bind(call.store.timezone));
  const { page, texts } = await readPage(run, { plural, table: plural, json, conditions }, call.query);
  return listText(plural, withWarnings(kind, texts, rules), { page, fields: call.query.fields });
}

/** Counts them. @throws Refusal not_allowed without an app */
export function countRecords(
  run: Queryable,
  kind: RecordKind,
  call: AppCall & { query: Filters },
): Promise<{ count: number }> {
  const conditions = conditionsOf(kind, requireApp(kind, call), call.query);
  return countRows(run, { plural: kind.plural, table: kind.plural, conditions });
}

/** The JSON text of one of an app's own records; null when there is none of that id. */
export async function recordTextOf(
  run: Queryable,
  { kind, owner }: { kind: RecordKind; owner: Owner },
  id: number,
): Promise<string | null> {
  const text = `select ${recordJson(kind, "$4")} as text from ${kind.plural} r
    where r.store_id = $1 and r.installation_id = $2 and r.id = $3`;
  const { store, installation } = owner;
  const values = [store.id, installation.id, id, store.timezone];
  const { rows } = await run.query<{ text: string }>({ name: `${kind.singular}_by_id`, text }, values);
  return rows[0]?.text ?? null;
}

/** One of the app's own records. @throws Refusal not_found, the same for another app's; not_allowed without an app */
export async function getRecord(
  run: Queryable,
  { kind, rules }: { kind: RecordKind; rules: AddressRules },
  call: AppCall & { params: { id: number }; query: { fields: FieldSelection | undefined } },
): Promise<JsonText> {
  const owner = requireApp(kind, call);
  const text = (await recordTextOf(run, { kind, owner }, call.params.id)) ?? refuse("not_found");
  return recordText(kind.singular, withWarnings(kind, text, rules), call.query.fields);
}
