import { type IdCursor, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import type { ListQuery } from "../../infrastructure/listing/list-source.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import { holdsWords, splitWords } from "../../infrastructure/listing/search-words.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
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

/** Build the text that a search matches, as SQL over the document `r`. */
function buildSearchTextSql({ prefix, from, lines: { table, document } }: DocumentKind): string {
  const supplier = from === null ? "r.supplier_name, " : "";
  return `concat_ws(' ', '${prefix}' || r.number, ${supplier}r.note, (
    select string_agg(concat_ws(' ', l.sku, l.product_name, l.variant_name), ' ') from ${table} l
    where l.store_id = r.store_id and l.${document} = r.id))`;
}

function buildConditions(kind: DocumentKind, store: Store, query: Filters): Conditions {
  const { from, to, states, lines } = kind;
  const known = Object.keys(states.states);
  if (query.status?.some((status) => !known.includes(status)))
    throwFieldError(
      "status",
      "not_allowed",
      { allowed: known },
      `{field} must be one or more of ${known.join(", ")}.`,
    );
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
  conditions.filter(splitWords(query.query), (words) => holdsWords(buildSearchTextSql(kind), words));
  for (const date of dates) {
    conditions.filter(query[`${date}_min`], (time) => `r.${date} >= ${time}`);
    conditions.filter(query[`${date}_max`], (time) => `r.${date} <= ${time}`);
  }
  return conditions;
}

interface ListCall {
  store: Store;
  query: Filters & ListQuery & { cursor: IdCursor | undefined };
}

/** List a store's purchase orders or transfers. @throws ApiError invalid naming an unknown status */
export function listDocuments(
  kind: DocumentKind,
  db: Queryable,
  { store, query }: ListCall,
): Promise<JsonText> {
  const { plural } = kind;
  const conditions = buildConditions(kind, store, query);
  const json = documentJson(kind, conditions.bind(store.timezone));
  return readCursorList(db, { plural, table: plural, json, conditions }, query);
}

/** Count the documents that the filters match. */
export function countDocuments(
  kind: DocumentKind,
  db: Queryable,
  { store, query }: { store: Store; query: Filters },
): Promise<{ count: number }> {
  const { plural } = kind;
  return countRows(db, { plural, table: plural, conditions: buildConditions(kind, store, query) });
}
