import type { FieldSelection } from "@souk/contract";
import type { ListSource } from "./list-source.ts";

type Fields = Record<string, unknown>;

/** Return the record with only the requested fields and the `id`. Unknown field names are ignored. */
function pickFields(record: Fields, { keep, drop }: FieldSelection): Fields {
  const isKept = (name: string) =>
    name === "id" || ((keep.length === 0 || keep.includes(name)) && !drop.includes(name));
  return Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
}

/** Reduce the JSON text of a record to the requested fields. Without a selection, the text is returned unchanged. */
export function selectFields(text: string, fields: FieldSelection | undefined): string {
  return fields ? JSON.stringify(pickFields(JSON.parse(text) as Fields, fields)) : text;
}

/**
 * Reduce the JSON texts of records to the requested fields.
 * @param texts the texts, joined by commas
 */
export function selectFieldsOfAll(texts: string, fields: FieldSelection | undefined): string {
  if (!fields) return texts;
  const records = JSON.parse(`[${texts}]`) as Fields[];
  return records.map((record) => JSON.stringify(pickFields(record, fields))).join(",");
}

/**
 * Build SQL of a row's JSON text with the requested fields only, so that fields nobody asked for do not leave PostgreSQL. A null
 * text stays null. If a source changes its texts after reading (`mapJson`), the fields are selected after that change, and the
 * SQL selects every field.
 */
export function buildFieldsJson(
  { json, conditions, mapJson }: ListSource,
  fields: FieldSelection | undefined,
): string {
  if (!fields || mapJson) return json;
  const keep = `${conditions.bind(fields.keep)}::text[]`;
  const drop = `${conditions.bind(fields.drop)}::text[]`;
  return `(
    select '{' || string_agg(to_json(f.key)::text || ':' || f.value::text, ',' order by f.position) || '}'
    from json_each((${json})::json) with ordinality as f (key, value, position)
    where f.key = 'id' or ((cardinality(${keep}) = 0 or f.key = any(${keep})) and f.key <> all(${drop})))`;
}
