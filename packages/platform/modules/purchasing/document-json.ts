import type { DocumentKind } from "./document-kind.ts";

/** Build the JSON text of a document `r`, as SQL. @param zone the placeholder of the store's time zone */
export function documentJson(kind: DocumentKind, zone: string): string {
  const { prefix, sentAt, lines } = kind;
  const time = (name: string): string => `souk_time(r.${name}, ${zone}) as ${name}`;
  return `row_to_json((select x from (select r.id, '${prefix}' || r.number as number, r.status, ${buildPlaceColumns(kind)},
    ${time("expected_at")}, r.note, ${kind.from === null ? "r.currency_code," : ""}
    array_to_json(array(
      select row_to_json((select y from (select l.id, l.variant_id, l.product_name, l.variant_name, l.sku, l.quantity,
        l.received_quantity${lines.hasCost ? ", round(l.cost_price, r.currency_decimals)::text as cost_price" : ""}) y))
      from ${lines.table} l where l.store_id = r.store_id and l.${lines.document} = r.id order by l.id)) as line_items,
    ${time(sentAt)}, ${time("received_at")}, ${time("cancelled_at")}, ${time("created_at")}, ${time("updated_at")}) x))::text`;
}

function buildPlaceColumns({ from }: DocumentKind): string {
  return from === null
    ? "r.supplier_name, r.location_id, r.location_name"
    : "r.from_location_id, r.from_location_name, r.to_location_id, r.to_location_name";
}
