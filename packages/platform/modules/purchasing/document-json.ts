import type { DocumentKind } from "./document-kind.ts";

/**
 * Build the SQL expression for the JSON text of a document `r`.
 * @param timezoneParameter the SQL parameter with the store's time zone
 */
export function buildDocumentJson(kind: DocumentKind, timezoneParameter: string): string {
  const { numberPrefix, sentAtColumn, lineTable } = kind;
  const time = (name: string): string => `souk_time(r.${name}, ${timezoneParameter}) as ${name}`;
  return `row_to_json((select x from (select r.id, '${numberPrefix}' || r.number as number, r.status, ${buildLocationColumns(kind)},
    ${time("expected_at")}, r.note, ${kind.originField === null ? "r.currency_code," : ""}
    array_to_json(array(
      select row_to_json((select y from (select l.id, l.variant_id, l.product_name, l.variant_name, l.sku, l.quantity,
        l.received_quantity${lineTable.hasCost ? ", round(l.cost_price, r.currency_decimals)::text as cost_price" : ""}) y))
      from ${lineTable.table} l where l.store_id = r.store_id and l.${lineTable.documentColumn} = r.id order by l.id)) as line_items,
    ${time(sentAtColumn)}, ${time("received_at")}, ${time("cancelled_at")}, ${time("created_at")}, ${time("updated_at")}) x))::text`;
}

function buildLocationColumns({ originField }: DocumentKind): string {
  return originField === null
    ? "r.supplier_name, r.location_id, r.location_name"
    : "r.from_location_id, r.from_location_name, r.to_location_id, r.to_location_name";
}
