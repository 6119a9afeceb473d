import { type IdPlace, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import type { ListQuery } from "../../listing/list-source.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import { holdsWords, wordsOf } from "../../listing/words-of.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Store } from "../../routing/call.ts";
import { documentJson } from "./document-json.ts";
import type { DocumentKind } from "./document-kind.ts";

/** The filters of both lists; a transfer has no supplier. */
interface Filters {
  ids: number[] | undefined;
  status: string[] | undefined;
  location_ids: number[] | undefined;
  variant_ids: number[] | undefined;
  supplier?: string | undefined;
  query: string | undefined;
  updated_at_min: Date | undefined;
  updated_at_max: Date | undefined;
  created_at_min: Date | undefined;
  created_at_max: Date | undefined;
  expected_at_min: Date | undefined;
  expected_at_max: Date | undefined;
}

const dates = ["updated_at", "created_at", "expected_at"] as const;

/** What a search looks through, as SQL over the document `r`. */
function toldBy({ prefix, from, lines: { table, document } }: DocumentKind): string {
  const supplier = from === null ? "r.supplier_name, " : "";
  return `concat_ws(' ', '${prefix}' || r.number, ${supplier}r.note, (
    select string_agg(concat_ws(' ', l.sku, l.product_name, l.variant_name), ' ') from ${table} l
    where l.store_id = r.store_id and l.${document} = r.id))`;
}

function conditionsOf(kind: DocumentKind, store: Store, query: Filters): Conditions {
  const { from, to, states, lines } = kind;
  const known = Object.keys(states.states);
  if (query.status?.some((status) => !known.includes(status)))
    refuseField("status", `takes some of ${known.join(", ")}`);
  const conditions = createConditions("r.store_id = $1", [store.id]);
  const places = from === null ? [to] : [from, to];
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.status, (some) => `r.status = any(${some}::text[])`);
  conditions.filter(
    query.location_ids,
    (ids) => `(${places.map((place) => `r.${place} = any(${ids})`).join(" or ")})`,
  );
  conditions.filter(
    query.variant_ids,
    (ids) => `exists (select from ${lines.table} l
      where l.store_id = r.store_id and l.${lines.document} = r.id and l.variant_id = any(${ids}))`,
  );
  conditions.filter(query.supplier, (text) => `strpos(lower(r.supplier_name), lower(${text}::text)) > 0`);
  conditions.filter(wordsOf(query.query), (words) => holdsWords(toldBy(kind), words));
  for (const date of dates) {
    conditions.filter(query[`${date}_min`], (at) => `r.${date} >= ${at}`);
    conditions.filter(query[`${date}_max`], (at) => `r.${date} <= ${at}`);
  }
  return conditions;
}

interface ListCall {
  store: Store;
  query: Filters & ListQuery & { cursor: IdPlace | undefined };
}

/** A store's purchase orders or transfers. @throws Refusal invalid naming an unknown status */
export function listDocuments(
  kind: DocumentKind,
  run: Queryable,
  { store, query }: ListCall,
): Promise<JsonText> {
  const { plural } = kind;
  const conditions = conditionsOf(kind, store, query);
  const json = documentJson(kind, conditions.bind(store.timezone));
  return readCursorList(run, { plural, table: plural, json, conditions }, query);
}

/** Counts the same. */
export function countDocuments(
  kind: DocumentKind,
  run: Queryable,
  { store, query }: { store: Store; query: Filters },
): Promise<{ count: number }> {
  const { plural } = kind;
  return countRows(run, { plural, table: plural, conditions: conditionsOf(kind, store, query) });
}
