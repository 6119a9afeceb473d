import { operations } from "@souk/contract";
import type { ShownName } from "../../infrastructure/record-columns.ts";
import { type VariantDocument, type variantColumns, variantColumnUses } from "./variants/variant-columns.ts";

/** The placeholders of the settings used in the JSON of a store's records. */
export interface Writing {
  /** The store's IANA time zone. */
  zone: string;
  /** Decimals of the store's currency. */
  exponent: string;
}

/** Build the SQL of a price as text with the currency's decimals; null stays null. */
export function moneyText(amount: string, { exponent }: Writing): string {
  return `round(${amount}, ${exponent}::integer)::text`;
}

type DerivedName = Exclude<keyof VariantDocument, ShownName<typeof variantColumns>>;

const ownOptions = `from variant_options o join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
      where o.store_id = v.store_id and o.id = any(v.option_ids)`;

/** SQL of what a variant's JSON shows beside its columns. */
const derived: Readonly<Record<DerivedName, string>> = {
  name: `(select string_agg(o.name, ' / ' order by t.position, t.id) ${ownOptions})`,
  options: `array_to_json(array(
      select row_to_json((select y from (select t.id as variant_type_id, o.id as variant_option_id, t.name, o.name as value) y))
      ${ownOptions} order by t.position, t.id))`,
};

// In the order of the contract.
const documentNames = Object.keys(
  operations.getVariant.response.properties.variant.properties,
) as (keyof VariantDocument)[];

/** Build the JSON of a variant `v`, as SQL (PRD-4). */
export function variantJson(writing: Writing): string {
  const shown: Readonly<Record<keyof VariantDocument, string>> = {
    ...variantColumnUses.json("v", writing),
    ...derived,
  };
  return `row_to_json((select x from (
    select ${documentNames.map((name) => `${shown[name]} as ${name}`).join(", ")}) x))`;
}
