import { Anchor, Text } from "@mantine/core";
import { AppLink, formatMoney, formatNumber, Section } from "@souk/ui";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { lineName } from "./document-draft.ts";
import classes from "./lines.module.css";
import type { StockDocument } from "./stock-document.ts";
import { UnitsLine } from "./units-line.tsx";

/** Show the lines of a document, each with its progress. */
export function DocumentLines({ document }: { document: StockDocument }) {
  const { columns, lines } = texts.purchasing;
  const currency = "currency_code" in document ? document.currency_code : null;
  if (document.line_items.length === 0)
    return (
      <Section title={lines.title}>
        <Text c="dimmed">{texts.purchasing.problems.lines}</Text>
      </Section>
    );
  return (
    <Section title={lines.title} actions={<UnitsLine document={document} />}>
      <section className={classes["scroll"]} aria-label={lines.title}>
        <table className={classes["lines"]}>
          <thead>
            <tr>
              <th scope="col">{columns.product}</th>
              <th scope="col" className={classes["number"]}>
                {columns.quantity}
              </th>
              <th scope="col" className={classes["number"]}>
                {columns.received}
              </th>
              {currency && (
                <th scope="col" className={classes["number"]}>
                  {columns.cost}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {document.line_items.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  <div className={classes["name"]}>
                    <Anchor
                      component={AppLink}
                      inherit
                      to={toStorePage("/inventory", {}, { query: line.sku || line.product_name })}
                      aria-label={lines.stockLabel({ name: lineName(line) })}
                    >
                      {lineName(line)}
                    </Anchor>
                  </div>
                  <div className={classes["sku"]}>{line.sku}</div>
                </th>
                <td className={classes["number"]} data-head={columns.quantity}>
                  {formatNumber(line.quantity)}
                </td>
                <td className={classes["number"]} data-head={columns.received}>
                  {formatNumber(line.received_quantity)}
                </td>
                {currency && (
                  <td className={classes["number"]} data-head={columns.cost}>
                    {"cost_price" in line && line.cost_price !== null
                      ? formatMoney(line.cost_price, currency)
                      : "–"}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}
