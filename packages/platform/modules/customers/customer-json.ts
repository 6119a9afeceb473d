import { operations } from "@souk/contract";
import { buildObjectSql, type ShownName } from "../../infrastructure/record-columns.ts";
import { buildAddressJson } from "./addresses/address-json.ts";
import { type CustomerJson, customerColumnFunctions, type customerColumns } from "./customer-columns.ts";

/** What `buildCustomerJson` needs to build a customer's JSON. */
export interface CustomerJsonOptions {
  /** The placeholder of the store's IANA time zone. */
  zone: string;
  /** The placeholder of the store currency's number of decimal places. */
  exponent: string;
  /** Whether custom fields are included (CUS-3). */
  hasAttributes: boolean;
}

type DerivedName = Exclude<keyof CustomerJson, ShownName<typeof customerColumns>>;

/** Build the SQL expressions of the fields that are not columns of the customer, by field name. */
function buildDerivedSql(zone: string): Readonly<Record<DerivedName, string>> {
  const addressJson = buildAddressJson(zone);
  const fromAddressesSql = "from customer_addresses a where a.store_id = r.store_id and a.customer_id = r.id";
  return {
    primary_address: `(select ${addressJson} ${fromAddressesSql} and a.is_default)`,
    addresses: `array_to_json(array(select ${addressJson} ${fromAddressesSql} order by a.id))`,
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

/** Build the SQL expression for the JSON text of a customer `r`. */
export function buildCustomerJson({ zone, exponent, hasAttributes }: CustomerJsonOptions): string {
  const { customer } = operations.getCustomer.response.properties;
  const { attributes: _attributes, ...otherProperties } = customer.properties;
  const fieldSql: Readonly<Record<keyof CustomerJson, string>> = {
    ...customerColumnFunctions.json("r", { zone, exponent }),
    ...buildDerivedSql(zone),
  };
  return `${buildObjectSql(hasAttributes ? customer : { properties: otherProperties }, fieldSql)}::text`;
}
