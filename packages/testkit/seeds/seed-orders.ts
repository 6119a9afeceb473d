import type { Queryable } from "@souk/database";

/**
 * Insert orders without line items into a store, and return the ids. The orders are complete enough for a fulfillment request
 * to an app. Their numbers are far above those of placed orders.
 */
export async function seedOrders(db: Queryable, storeId: number, count: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(
    `insert into orders (store_id, number, status, financial_status, fulfillment_status, email, phone, currency_code,
       currency_decimals, exchange_rate, taxes_included, subtotal_price, total_line_items_price, total_discount,
       total_shipping, total_tax, total_price, total_paid, total_refund_amount, credit_used, point_used, shipping_fees,
       discounts, tax_lines, note, remark, note_attributes, tags, source_name, source_identifier, token, cart_token,
       browser_ip, sales_attributions, inventory_behaviour, processed_at, created_at, updated_at)
     select $1, greatest(900000, (select max(number) from orders where store_id = $1)) + n, 'open', 'unpaid', 'unfulfilled',
       '', '', 'MYR', 2, 1, false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]', '[]', '[]', '', '', '[]', '{}', '', '', '', '', '', '[]',
       'bypass', now(), now(), now()
     from generate_series(1, $2::integer) n returning id`,
    [storeId, count],
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
