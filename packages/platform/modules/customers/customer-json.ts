import { addressJson } from "./addresses/address-json.ts";

/** How the JSON of customers is written. */
export interface CustomerWriting {
  /** The placeholder of the store's IANA time zone. */
  zone: string;
  /** The placeholder of the decimals of the store's currency. */
  exponent: string;
  /** CUS-3: custom fields are there for whoever may read them. */
  attributes: boolean;
}

const attributesJson = `
    coalesce((
      select json_object_agg(d.key, v.value order by d.id) from customer_attribute_values v
      join customer_attributes d on d.store_id = v.store_id and d.id = v.attribute_id
      where v.store_id = r.store_id and v.customer_id = r.id), '{}') as attributes,`;

/** The JSON text of a customer `r`, as SQL. */
export function customerJson({ zone, exponent, attributes }: CustomerWriting): string {
  const address = addressJson(zone);
  const addresses = "from customer_addresses a where a.store_id = r.store_id and a.customer_id = r.id";
  const money = (amount: string) => `round(${amount}, ${exponent}::integer)::text`;
  return `row_to_json((select x from (select r.id, r.code, r.first_name, r.last_name, r.email, r.phone, r.birthdate,
    r.gender, r.country_code, r.accepts_marketing, r.note, r.tags, ${money("r.total_spent")} as total_spent,
    r.order_count, r.last_order_id, ${money("r.total_credit")} as total_credit, r.total_point,
    (select ${address} ${addresses} and a.is_default) as primary_address,
    array_to_json(array(select ${address} ${addresses} order by a.id)) as addresses,
    array_to_json(array(
      select row_to_json((select y from (select g.id, g.name) y)) from customer_group_members m
      join customer_groups g on g.store_id = m.store_id and g.id = m.group_id
      where m.store_id = r.store_id and m.customer_id = r.id order by g.id)) as groups,${attributes ? attributesJson : ""}
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}
