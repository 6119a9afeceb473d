import { plain, saidOtherwise } from "./order-differences.ts";

const sumOf = (list: string, amount: string) =>
  `(select coalesce(sum(${amount}), 0) from jsonb_array_elements(o.${list}) as listed (part))`;

const money = (name: string) => `(part ->> '${name}')::numeric`;

// An order's prices are its own rows and lists, summed anew.
const pricesSql = `
  prices as materialized (
    select o.id, o.total_line_items_price, o.subtotal_price, o.total_shipping, o.total_tax, o.total_discount, o.total_price,
      o.taxes_included, line.whole, line.off, line.tax,
      ${sumOf("shipping_fees", `${money("price")} + ${money("handling_fee")}`)} as fees,
      ${sumOf("discounts", `${money("amount")}) filter (where part ->> 'type' = 'shipping'`)} as shipping_off,
      ${sumOf("tax_lines", money("price"))} as taxes
    from orders o cross join lateral (
      select coalesce(sum(l.price * l.quantity), 0) as whole, coalesce(sum(l.total_discount), 0) as off,
        coalesce(sum(l.total_tax), 0) as tax
      from order_lines l where l.store_id = $1 and l.order_id = o.id) line
    where o.store_id = $1 and o.id > $2 and o.id <= $3)`;

const total = "whole - off + fees - shipping_off + case when taxes_included then 0 else taxes end";

/** Orders of store `$1` with ids after `$2` up to `$3` whose prices are not those of their lines, fees, discounts and taxes. */
export const orderPricePortion = {
  name: "verify_order_prices",
  text: `
    with ${pricesSql}
    ${saidOtherwise("order", "prices", [
      ["'total_line_items_price'", plain("total_line_items_price"), plain("whole")],
      ["'subtotal_price'", plain("subtotal_price"), plain("(whole - off)")],
      ["'total_discount'", plain("total_discount"), plain("(off + shipping_off)")],
      ["'total_shipping'", plain("total_shipping"), plain("(fees - shipping_off)")],
      ["'total_tax'", plain("total_tax"), plain("taxes")],
      ["'the taxes of its lines'", plain("tax"), plain("taxes")],
      ["'total_price'", plain("total_price"), plain(`(${total})`)],
    ])}`,
};
