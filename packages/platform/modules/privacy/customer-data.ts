import { type operations, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { createJsonText, type JsonText } from "../../infrastructure/routing/response.ts";
import { loadCustomerText } from "../customers/index.ts";
import { findBuyerOrders, type OrderSnapshots } from "../orders/index.ts";
import { listPlacedOrderIds } from "./list-placed-order-ids.ts";

// `$1` store, `$2` customer, `$3` time zone, `$4` the orders that the customer placed or that were shipped or billed to the customer,
// `$5` the customer's email, `$6` only the orders that the customer placed.
const otherDataSql = `
  select json_build_object(
    'credits', array(select to_json(x) from (
      select m.id, m.change::text, m.resulting::text as resulting_credit, m.description,
        souk_time(m.created_at, $3) as created_at
      from balance_movements m where m.store_id = $1 and m.customer_id = $2 and m.balance = 'credit' order by m.id) x),
    'points', array(select to_json(x) from (
      select m.id, m.change::bigint, m.resulting::bigint as resulting_point, m.description,
        souk_time(m.created_at, $3) as created_at
      from balance_movements m where m.store_id = $1 and m.customer_id = $2 and m.balance = 'point' order by m.id) x),
    'metafields', array(select to_json(x) from (
      select f.namespace, f.key, f.value::json as value, f.value_type, f.description, f.is_private,
        (select app.name from apps app where app.id = f.app_id) as app
      from metafields f
      where f.store_id = $1 and f.owner_resource = 'customer' and f.owner_id = $2 order by f.id) x),
    'order_metafields', array(select to_json(x) from (
      select f.owner_id as order_id, f.namespace, f.key, f.value::json as value, f.value_type, f.description, f.is_private,
        (select app.name from apps app where app.id = f.app_id) as app
      from metafields f
      where f.store_id = $1 and f.owner_resource = 'order' and f.owner_id = any($6::bigint[]) order by f.id) x),
    'order_addresses', array(select to_json(x) from (
      select o.id as order_id, contact.kind, contact.address
      from orders o cross join lateral (
        values ('shipping', o.shipping_address), ('billing', o.billing_address)) contact (kind, address)
      where o.store_id = $1 and o.id = any($4::bigint[]) and o.id <> all($6::bigint[]) and lower(contact.address ->> 'email') = lower($5)
      order by o.id, contact.kind desc) x),
    'mails', array(select to_json(x) from (
      select m.order_id, m.kind, m.recipient, m.subject, m.state, souk_time(m.created_at, $3) as created_at
      from mails m
      where m.store_id = $1 and m.kind <> 'invitation' and (
        m.order_id = any($6::bigint[])
        or $5 <> '' and lower(m.recipient) = lower($5) and (m.order_id is null or m.order_id = any($4::bigint[])))
      order by m.id) x),
    'exported_at', souk_time(clock_timestamp(), $3))::text as text`;

/**
 * Load all data that a store has about a customer, except logs and the texts of emails. One database snapshot is read.
 * @throws ApiError `not_found`
 */
export function getCustomerData(
  orderSnapshots: OrderSnapshots,
  database: Database,
  { store, params }: Call<typeof operations.getCustomerData>,
): Promise<JsonText> {
  return database.transaction(
    async (tx) => {
      const customer = await loadCustomerText(tx, store, { id: params.id, hasAttributes: true });
      if (customer === undefined) throwApiError("not_found");
      const { email } = JSON.parse(customer) as { email: string };
      const buyerOrders = await findBuyerOrders(tx, { store, customer_id: params.id, email });
      const placedIds = listPlacedOrderIds(buyerOrders);
      const values = [store.id, params.id, store.timezone, buyerOrders.ids, email, placedIds];
      const row = await tx.maybeOne<{ text: string }>(otherDataSql, values);
      const otherData = row?.text ?? "{}";
      const texts = await orderSnapshots.loadMany(tx, store, placedIds);
      const orders = [...texts.values()].join(",");
      return createJsonText(
        `{"customer_data":{"customer":${customer},"orders":[${orders}],${otherData.slice(1)}}`,
      );
    },
    { isolation: "repeatable read", readOnly: true },
  );
}
