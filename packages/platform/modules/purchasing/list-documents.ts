import { type IdCursor, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import type { ListQuery } from "../../infrastructure/listing/list-source.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import { buildContainsWords, splitWords } from "../../infrastructure/listing/search-words.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildDocumentJson } from "./document-json.ts";
import type { DocumentKind } from "./document-kind.ts";

/** The filters of lists of purchase orders and transfers. Only purchase orders have a supplier. */
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

const timeFields = ["updated_at", "created_at", "expected_at"] as const;

/** Build the SQL expression for the text that a search for words looks through. The document's table has the alias `r`. */
function buildSearchTextSql({
  numberPrefix,
  originField,
  lineTable: { table, documentColumn },
}: DocumentKind): string {
  const supplier = originField === null ? "r.supplier_name, " : "";
  return `concat_ws(' ', '${numberPrefix}' || r.number, ${supplier}r.note, (
    select string_agg(concat_ws(' ', l.sku, l.product_name, l.variant_name), ' ') from ${table} l
    where l.store_id = r.store_id and l.${documentColumn} = r.id))`;
}

function buildConditions(kind: DocumentKind, store: Store, query: Filters): Conditions {
  const { originField, destinationField, states, lineTable } = kind;
  const allStatuses = Object.keys(states.states);
  if (query.status?.some((status) => !allStatuses.includes(status)))
    throwFieldError(
      "status",
      "not_allowed",
      { allowed: allStatuses },
      `{field} must be one or more of ${allStatuses.join(", ")}.`,
    );
  const conditions = createConditions("r.store_id = $1", [store.id]);
  const locationFields = originField === null ? [destinationField] : [originField, destinationField];
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.status, (statuses) => `r.status = any(${statuses}::text[])`);
  conditions.filter(
    query.location_ids,
    (ids) => `(${locationFields.map((field) => `r.${field} = any(${ids})`).join(" or ")})`,
  );
  conditions.filter(
    query.variant_ids,
    (ids) => `exists (select from ${lineTable.table} l
      where l.store_id = r.store_id and l.${lineTable.documentColumn} = r.id and l.variant_id = any(${ids}))`,
  );
  conditions.filter(query.supplier, (text) => `strpos(lower(r.supplier_name), lower(${text}::text)) > 0`);
  conditions.filter(splitWords(query.query), (words) => buildContainsWords(buildSearchTextSql(kind), words));
  for (const field of timeFields) {
    conditions.filter(query[`${field}_min`], (time) => `r.${field} >= ${time}`);
    conditions.filter(query[`${field}_max`], (time) => `r.${field} <= ${time}`);
  }
  return conditions;
}

interface ListCall {
  store: Store;
  query: Filters & ListQuery & { cursor: IdCursor | undefined };
}

/** List a store's purchase orders or transfers. @throws ApiError `invalid` for an unknown status */
export function listDocuments(
  kind: DocumentKind,
  db: Queryable,
  { store, query }: ListCall,
): Promise<JsonText> {
  const { plural } = kind;
  const conditions = buildConditions(kind, store, query);
  const json = buildDocumentJson(kind, conditions.bind(store.timezone));
  return readCursorList(db, { plural, table: plural, json, conditions }, query);
}

/** Count the store's purchase orders or transfers that match the filters. @throws ApiError `invalid` for an unknown status */
export function countDocuments(
  kind: DocumentKind,
  db: Queryable,
  { store, query }: { store: Store; query: Filters },
): Promise<{ count: number }> {
  const { plural } = kind;
  return countRows(db, { plural, table: plural, conditions: buildConditions(kind, store, query) });
}
