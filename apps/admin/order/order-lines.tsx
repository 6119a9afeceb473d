import { Group, Text } from "@mantine/core";
import { formatMoney, formatNumber, Section } from "@souk/ui";
import type { Order, OrderLine } from "../orders/order-queries.ts";
import { ProductImage } from "../products/product-image.tsx";
import classes from "../purchasing/lines.module.css";
import { texts } from "../texts.ts";
import { getLineName } from "./line-name.ts";
import orderClasses from "./order-lines.module.css";

/** Show the table of an order's lines with their prices and their fulfilled, refunded and returned units. */
export function OrderLines({ order }: { order: Order }) {
  const words = texts.order.lines;
  const numberHeadings = [words.price, words.quantity, words.fulfilled, words.subtotal];
  return (
    <Section title={words.title}>
      <section className={classes["scroll"]} aria-label={words.title}>
        <table className={classes["lines"]}>
          <thead>
            <tr>
              <th scope="col">{words.product}</th>
              {numberHeadings.map((heading) => (
                <th key={heading} scope="col" className={classes["number"]}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.line_items.map((line) => (
              <LineRow key={line.id} line={line} currency={order.currency_code} />
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}

function LineRow({ line, currency }: { line: OrderLine; currency: string }) {
  const refundsAndReturns = describeRefundsAndReturns(line);
  const words = texts.order.lines;
  const cells = [
    [words.price, formatMoney(line.price, currency)],
    [words.quantity, formatNumber(line.quantity)],
    [
      words.fulfilled,
      words.progress({
        fulfilled: formatNumber(line.fulfilled_quantity),
        total: formatNumber(line.quantity),
      }),
    ],
  ] as const;
  return (
    <tr>
      <th scope="row">
        <Group wrap="nowrap" gap="sm">
          <ProductImage url={line.image} size={40} />
          <div>
            <div className={classes["name"]}>{getLineName(line)}</div>
            <div className={classes["sku"]}>{line.sku}</div>
            {refundsAndReturns !== "" && (
              <Text size="sm" c="dimmed" fw={400}>
                {refundsAndReturns}
              </Text>
            )}
          </div>
        </Group>
      </th>
      {cells.map(([heading, text]) => (
        <td key={heading} className={classes["number"]} data-head={heading}>
          <span className={orderClasses["whole"]}>{text}</span>
        </td>
      ))}
      <td className={classes["number"]} data-head={words.subtotal}>
        <span>
          <span className={orderClasses["whole"]}>{formatMoney(line.subtotal, currency)}</span>
          {Number(line.total_discount) !== 0 && (
            <span className={orderClasses["discount"]}>
              {words.discount({ amount: formatMoney(line.total_discount, currency) })}
            </span>
          )}
        </span>
      </td>
    </tr>
  );
}

/** Describe how many units of a line were refunded and returned; empty if none. */
function describeRefundsAndReturns({ refunded_quantity, returned_quantity }: OrderLine): string {
  const { refunded, returned } = texts.order.lines;
  return [
    ...(refunded_quantity === 0 ? [] : [refunded({ units: formatNumber(refunded_quantity) })]),
    ...(returned_quantity === 0 ? [] : [returned({ units: formatNumber(returned_quantity) })]),
  ].join(", ");
}
