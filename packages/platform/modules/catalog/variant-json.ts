import { operations } from "@souk/contract";
import { buildObjectSql, type ShownName } from "../../infrastructure/record-columns.ts";
import {
  type VariantDocument,
  variantColumnFunctions,
  type variantColumns,
} from "./variants/variant-columns.ts";

/** The SQL placeholders for the store settings that affect the JSON of records. */
export interface JsonPlaceholders {
  /** The store's IANA time zone. */
  zone: string;
  /** The number of decimal places of the store's currency. */
  exponent: string;
}

/** Build the SQL expression that formats an amount as text with the currency's decimal places. A null amount stays null. */
export function buildMoneySql(amount: string, { exponent }: JsonPlaceholders): string {
  return `round(${amount}, ${exponent}::integer)::text`;
}

type DerivedName = Exclude<keyof VariantDocument, ShownName<typeof variantColumns>>;

const variantOptionsSql = `from variant_options o join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
      where o.store_id = v.store_id and o.id = any(v.option_ids)`;

/** SQL of the fields of a variant's JSON that are not columns of `variants`. */
const derivedFieldSql: Readonly<Record<DerivedName, string>> = {
  name: `(select string_agg(o.name, ' / ' order by t.position, t.id) ${variantOptionsSql})`,
  options: `array_to_json(array(
      select row_to_json((select y from (select t.id as variant_type_id, o.id as variant_option_id, t.name, o.name as value) y))
      ${variantOptionsSql} order by t.position, t.id))`,
};

/** Build the SQL expression for the JSON of the variant `v` (PRD-4). */
export function buildVariantJson(placeholders: JsonPlaceholders): string {
  return buildObjectSql(operations.getVariant.response.properties.variant, {
    ...variantColumnFunctions.json("v", placeholders),
    ...derivedFieldSql,
  });
}
