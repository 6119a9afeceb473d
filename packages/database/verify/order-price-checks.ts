import { defineStatement } from "../statement.ts";
import { buildDifferencesSql, buildNumberText } from "./order-differences.ts";

const buildSumSql = (list: string, amount: string, condition = "true") =>
  `(select coalesce(sum(${amount}), 0) from jsonb_array_elements(o.${list}) as listed (entry) where ${condition})`;

const buildAmountSql = (name: string) => `(entry ->> '${name}')::numeric`;

// The stored prices of orders, and the sums of their lines, shipping fees, discounts and taxes.
const pricesSql = `
  prices as materialized (
    select o.id, o.total_line_items_price, o.subtotal_price, o.total_shipping, o.total_tax, o.total_discount, o.total_price,
      o.taxes_included, line.gross, line.line_discounts, line.line_taxes,
      ${buildSumSql("shipping_fees", `${buildAmountSql("price")} + ${buildAmountSql("handling_fee")}`)} as fees,
      ${buildSumSql("discounts", buildAmountSql("amount"), "entry ->> 'type' = 'shipping'")} as shipping_discounts,
      ${buildSumSql("tax_lines", buildAmountSql("price"))} as taxes
    from orders o cross join lateral (
      select coalesce(sum(l.price * l.quantity), 0) as gross, coalesce(sum(l.total_discount), 0) as line_discounts,
        coalesce(sum(l.total_tax), 0) as line_taxes
      from order_lines l where l.store_id = $1 and l.order_id = o.id) line
    where o.store_id = $1 and o.id > $2 and o.id <= $3)`;

const totalSql =
  "gross - line_discounts + fees - shipping_discounts + case when taxes_included then 0 else taxes end";

/**
 * Find orders of store `$1` with ids after `$2` up to `$3` whose prices differ from their lines, fees, discounts and taxes.
 */
export const orderPriceCheck = defineStatement(
  "verify_order_prices",
  `
    with ${pricesSql}
    ${buildDifferencesSql("order", "prices", [
      ["'total_line_items_price'", buildNumberText("total_line_items_price"), buildNumberText("gross")],
      ["'subtotal_price'", buildNumberText("subtotal_price"), buildNumberText("(gross - line_discounts)")],
      [
        "'total_discount'",
        buildNumberText("total_discount"),
        buildNumberText("(line_discounts + shipping_discounts)"),
      ],
      ["'total_shipping'", buildNumberText("total_shipping"), buildNumberText("(fees - shipping_discounts)")],
      ["'total_tax'", buildNumberText("total_tax"), buildNumberText("taxes")],
      ["'the total tax of its lines'", buildNumberText("line_taxes"), buildNumberText("taxes")],
      ["'total_price'", buildNumberText("total_price"), buildNumberText(`(${totalSql})`)],
    ])}`,
);
