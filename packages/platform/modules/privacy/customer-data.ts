import { type operations, refuse } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { type JsonText, jsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import { customerText } from "../customers/index.ts";
import { requireManager } from "../installs/index.ts";
import { type OrderDocuments, ordersOfBuyer } from "../orders/index.ts";

const beside = `
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
    'exported_at', souk_time(clock_timestamp(), $3))::text as text`;

async function ordersText(
  documents: OrderDocuments,
  tx: Transaction,
  { store, customer_id, customer }: { store: Store; customer_id: number; customer: string },
): Promise<string> {
  const { email } = JSON.parse(customer) as { email: string };
  const ids = await ordersOfBuyer(tx, { store, customer_id, email });
  return [...(await documents.many(tx, store, ids)).values()].join(",");
}

/** All that a shop keeps of a customer, of one moment. @throws Refusal not_found */
export function getCustomerData(
  documents: OrderDocuments,
  database: Database,
  { store, signed_in, params }: Call<typeof operations.getCustomerData>,
): Promise<JsonText> {
  requireManager(signed_in);
  return database.transaction(
    async (tx) => {
      const customer = await customerText(tx, store, { id: params.id, attributes: true });
      if (customer === undefined) refuse("not_found");
      const { rows } = await tx.query<{ text: string }>(beside, [store.id, params.id, store.timezone]);
      const rest = rows[0]?.text ?? "{}";
      const orders = await ordersText(documents, tx, { store, customer_id: params.id, customer });
      return jsonText(`{"customer_data":{"customer":${customer},"orders":[${orders}],${rest.slice(1)}}`);
    },
    { isolation: "repeatable read", readOnly: true },
  );
}
