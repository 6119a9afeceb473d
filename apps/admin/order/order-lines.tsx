import { Group, Text } from "@mantine/core";
import { formatMoney, formatNumber, Section } from "@souk/ui";
import type { Order, OrderLine } from "../orders/order-queries.ts";
import { ProductImage } from "../products/product-image.tsx";
import classes from "../purchasing/lines.module.css";
import { texts } from "../texts.ts";
import { lineName } from "./line-name.ts";
import own from "./order-lines.module.css";

/** Show the order's lines, with their shipped and returned units. */
export function OrderLines({ order }: { order: Order }) {
  const { lines } = texts.order;
  const numbers = [lines.price, lines.quantity, lines.fulfilled, lines.subtotal];
  return (
    <Section title={lines.title}>
      <section className={classes["scroll"]} aria-label={lines.title}>
        <table className={classes["lines"]}>
          <thead>
            <tr>
              <th scope="col">{lines.product}</th>
              {numbers.map((header) => (
                <th key={header} scope="col" className={classes["number"]}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.line_items.map((line) => (
              <Line key={line.id} line={line} currency={order.currency_code} />
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}

function Line({ line, currency }: { line: OrderLine; currency: string }) {
  const { lines } = texts.order;
  const cells = [
    [lines.price, formatMoney(line.price, currency)],
    [lines.quantity, formatNumber(line.quantity)],
    [
      lines.fulfilled,
      lines.progress({ sent: formatNumber(line.fulfilled_quantity), all: formatNumber(line.quantity) }),
    ],
  ] as const;
  return (
    <tr>
      <th scope="row">
        <Group wrap="nowrap" gap="sm">
          <ProductImage url={line.image} size={40} />
          <div>
            <div className={classes["name"]}>{lineName(line)}</div>
            <div className={classes["sku"]}>{line.sku}</div>
            {cameBack(line) !== "" && (
              <Text size="sm" c="dimmed" fw={400}>
                {cameBack(line)}
              </Text>
            )}
          </div>
        </Group>
      </th>
      {cells.map(([head, text]) => (
        <td key={head} className={classes["number"]} data-head={head}>
          <span className={own["whole"]}>{text}</span>
        </td>
      ))}
      <td className={classes["number"]} data-head={lines.subtotal}>
        <span>
          <span className={own["whole"]}>{formatMoney(line.subtotal, currency)}</span>
          {Number(line.total_discount) !== 0 && (
            <span className={own["discount"]}>
              {lines.discount({ amount: formatMoney(line.total_discount, currency) })}
            </span>
          )}
        </span>
      </td>
    </tr>
  );
}

/** Describe the removed and returned units in words; empty: none. */
function cameBack({ refunded_quantity, returned_quantity }: OrderLine): string {
  const { refunded, returned } = texts.order.lines;
  return [
    ...(refunded_quantity === 0 ? [] : [refunded({ units: formatNumber(refunded_quantity) })]),
    ...(returned_quantity === 0 ? [] : [returned({ units: formatNumber(returned_quantity) })]),
  ].join(", ");
}
