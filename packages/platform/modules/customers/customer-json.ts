import { operations } from "@souk/contract";
import type { ShownName } from "../../infrastructure/record-columns.ts";
import { addressJson } from "./addresses/address-json.ts";
import { type CustomerDocument, type customerColumns, customerColumnUses } from "./customer-columns.ts";

/** The settings of the JSON of customers. */
export interface CustomerWriting {
  /** The placeholder of the store's IANA time zone. */
  zone: string;
  /** The placeholder of the decimals of the store's currency. */
  exponent: string;
  /** CUS-3: whether custom fields are included, for whoever may read them. */
  attributes: boolean;
}

type DerivedName = Exclude<keyof CustomerDocument, ShownName<typeof customerColumns>>;

/** SQL of what a customer's JSON shows beside their columns. */
function derivedSql(zone: string): Readonly<Record<DerivedName, string>> {
  const address = addressJson(zone);
  const addresses = "from customer_addresses a where a.store_id = r.store_id and a.customer_id = r.id";
  return {
    primary_address: `(select ${address} ${addresses} and a.is_default)`,
    addresses: `array_to_json(array(select ${address} ${addresses} order by a.id))`,
    groups: `array_to_json(array(
      select row_to_json((select y from (select g.id, g.name) y)) from customer_group_members m
      join customer_groups g on g.store_id = m.store_id and g.id = m.group_id
      where m.store_id = r.store_id and m.customer_id = r.id order by g.id))`,
    attributes: `coalesce((
      select json_object_agg(d.key, v.value order by d.id) from customer_attribute_values v
      join customer_attributes d on d.store_id = v.store_id and d.id = v.attribute_id
      where v.store_id = r.store_id and v.customer_id = r.id), '{}')`,
  };
}

// In the order of the contract.
const documentNames = Object.keys(
  operations.getCustomer.response.properties.customer.properties,
) as (keyof CustomerDocument)[];

/** Build the JSON text of a customer `r`, as SQL. */
export function customerJson({ zone, exponent, attributes }: CustomerWriting): string {
  const shown: Readonly<Record<keyof CustomerDocument, string>> = {
    ...customerColumnUses.json("r", { zone, exponent }),
    ...derivedSql(zone),
  };
  const names = documentNames.filter((name) => attributes || name !== "attributes");
  return `row_to_json((select x from (
    select ${names.map((name) => `${shown[name]} as ${name}`).join(", ")}) x))::text`;
}
