import { Anchor, Text } from "@mantine/core";
import { formatMoney, formatNumber, PageLink, Section } from "@souk/ui";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { getDocumentLineName } from "./document-draft.ts";
import classes from "./lines.module.css";
import { ReceivedProgress } from "./received-progress.tsx";
import type { StockDocument } from "./stock-document.ts";

/** Show the table of a stock document's lines: their quantities, received quantities and, for a purchase order, unit costs. */
export function DocumentLines({ document }: { document: StockDocument }) {
  const { columns } = texts.purchasing;
  const words = texts.purchasing.lines;
  const currency = "currency_code" in document ? document.currency_code : null;
  if (document.line_items.length === 0)
    return (
      <Section title={words.title}>
        <Text c="dimmed">{texts.purchasing.problems.lines}</Text>
      </Section>
    );
  return (
    <Section title={words.title} actions={<ReceivedProgress document={document} />}>
      <section className={classes["scroll"]} aria-label={words.title}>
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
                      component={PageLink}
                      inherit
                      to={toStorePage("/inventory", {}, { query: line.sku || line.product_name })}
                      aria-label={words.stockLabel({ name: getDocumentLineName(line) })}
                    >
                      {getDocumentLineName(line)}
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
