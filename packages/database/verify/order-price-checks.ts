import { defineStatement } from "../statement.ts";
import { buildDifferences, formatNumber } from "./order-differences.ts";

const buildSumSql = (list: string, amount: string) =>
  `(select coalesce(sum(${amount}), 0) from jsonb_array_elements(o.${list}) as listed (part))`;

const buildAmountSql = (name: string) => `(part ->> '${name}')::numeric`;

// The prices of orders, computed again from their lines and lists.
const pricesSql = `
  prices as materialized (
    select o.id, o.total_line_items_price, o.subtotal_price, o.total_shipping, o.total_tax, o.total_discount, o.total_price,
      o.taxes_included, line.whole, line.off, line.tax,
      ${buildSumSql("shipping_fees", `${buildAmountSql("price")} + ${buildAmountSql("handling_fee")}`)} as fees,
      ${buildSumSql("discounts", `${buildAmountSql("amount")}) filter (where part ->> 'type' = 'shipping'`)} as shipping_off,
      ${buildSumSql("tax_lines", buildAmountSql("price"))} as taxes
    from orders o cross join lateral (
      select coalesce(sum(l.price * l.quantity), 0) as whole, coalesce(sum(l.total_discount), 0) as off,
        coalesce(sum(l.total_tax), 0) as tax
      from order_lines l where l.store_id = $1 and l.order_id = o.id) line
    where o.store_id = $1 and o.id > $2 and o.id <= $3)`;

const total = "whole - off + fees - shipping_off + case when taxes_included then 0 else taxes end";

/** Orders of store `$1` with ids after `$2` up to `$3` whose prices differ from their lines, fees, discounts and taxes. */
export const orderPricePortion = defineStatement(
  "verify_order_prices",
  `
    with ${pricesSql}
    ${buildDifferences("order", "prices", [
      ["'total_line_items_price'", formatNumber("total_line_items_price"), formatNumber("whole")],
      ["'subtotal_price'", formatNumber("subtotal_price"), formatNumber("(whole - off)")],
      ["'total_discount'", formatNumber("total_discount"), formatNumber("(off + shipping_off)")],
      ["'total_shipping'", formatNumber("total_shipping"), formatNumber("(fees - shipping_off)")],
      ["'total_tax'", formatNumber("total_tax"), formatNumber("taxes")],
      ["'the taxes of its lines'", formatNumber("tax"), formatNumber("taxes")],
      ["'total_price'", formatNumber("total_price"), formatNumber(`(${total})`)],
    ])}`,
);
