import type { DocumentKind } from "./document-kind.ts";

/**
 * Build the SQL expression for the JSON text of a stock document. In the query, the alias of the document's table is `r`.
 * @param timezoneParameter the SQL parameter with the store's time zone
 */
export function buildDocumentJson(kind: DocumentKind, timezoneParameter: string): string {
  const { numberPrefix, sentAtColumn, lineTable } = kind;
  const formatTime = (name: string): string => `souk_time(r.${name}, ${timezoneParameter}) as ${name}`;
  return `row_to_json((select x from (select r.id, '${numberPrefix}' || r.number as number, r.status, ${buildLocationColumns(kind)},
    ${formatTime("expected_at")}, r.note, ${kind.originField === null ? "r.currency_code," : ""}
    array_to_json(array(
      select ${lineTable.json}
      from ${lineTable.table} l where l.store_id = r.store_id and l.${lineTable.documentColumn} = r.id order by l.id)) as line_items,
    ${formatTime(sentAtColumn)}, ${formatTime("received_at")}, ${formatTime("cancelled_at")}, ${formatTime("created_at")}, ${formatTime("updated_at")}) x))::text`;
}

function buildLocationColumns({ originField }: DocumentKind): string {
  return originField === null
    ? "r.supplier_name, r.location_id, r.location_name"
    : "r.from_location_id, r.from_location_name, r.to_location_id, r.to_location_name";
}
