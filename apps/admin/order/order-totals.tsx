import { formatMoney, formatNumber, Section, useStore } from "@souk/ui";
import { Fragment } from "react";
import type { Order } from "../orders/order-queries.ts";
import { fullShipping } from "./full-shipping.ts";
import { strings } from "./strings.ts";
import classes from "./totals.module.css";

interface Entry {
  label: string;
  amount: string;
  /** What it is made of, a line each. */
  notes?: readonly string[];
  isSum?: boolean;
  isLess?: boolean;
}

const isSome = (amount: string): boolean => Number(amount) !== 0;

/** Each fee under the name of the rate that it is of, with the courier. */
function feeNotes({ shipping_fees, currency_code }: Order): string[] {
  return shipping_fees.map(({ name, courier_name, price, handling_fee }) => {
    const courier = courier_name === "" || courier_name === name ? name : `${name}, ${courier_name}`;
    const handling = isSome(handling_fee)
      ? ` + ${strings.totals.handling(formatMoney(handling_fee, currency_code))}`
      : "";
    return `${courier}: ${formatMoney(price, currency_code)}${handling}`;
  });
}

function priceEntries(order: Order): Entry[] {
  const { totals } = strings;
  return [
    { label: totals.items, amount: order.total_line_items_price },
    {
      label: totals.discount,
      amount: order.total_discount,
      isLess: true,
      notes: order.discounts.map(({ code, title }) => title || code).filter((name) => name !== ""),
    },
    { label: totals.shipping, amount: fullShipping(order), notes: feeNotes(order) },
    {
      label: order.taxes_included ? totals.taxIncluded : totals.tax,
      amount: order.total_tax,
      notes: order.tax_lines.map(({ title }) => title),
    },
    { label: totals.total, amount: order.total_price, isSum: true },
  ];
}

function paidEntries(order: Order): Entry[] {
  const { totals } = strings;
  const { credit_used, point_used, currency_code } = order;
  const notes = [
    ...(isSome(credit_used) ? [totals.credit(formatMoney(credit_used, currency_code))] : []),
    ...(point_used > 0 ? [totals.points(formatNumber(point_used))] : []),
  ];
  return [
    { label: totals.paid, amount: order.total_paid, notes },
    { label: totals.refunded, amount: order.total_refund_amount, isLess: true },
    isSome(order.overpaid_amount)
      ? { label: totals.overpaid, amount: order.overpaid_amount, isSum: true }
      : { label: totals.due, amount: order.amount_due, isSum: true },
  ];
}

/** What an order comes to and what is paid of it, as a small statement. */
export function OrderTotals({ order }: { order: Order }) {
  const { currency_code: own } = useStore();
  const { currency_code, exchange_rate } = order;
  const { totals } = strings;
  const entries = [...priceEntries(order), ...paidEntries(order)];
  return (
    <Section
      title={totals.title}
      {...(currency_code === own ? {} : { lead: totals.rate(own, `${currency_code} ${exchange_rate}`) })}
    >
      <dl className={classes["statement"]}>
        {entries.map(({ label, amount, notes = [], isSum, isLess }) => (
          <Fragment key={label}>
            <dt className={isSum === true ? classes["sum"] : undefined}>
              {label}
              {notes
                .map((note, place) => ({ note, place }))
                .map(({ note, place }) => (
                  <span key={place} className={classes["note"]}>
                    {note}
                  </span>
                ))}
            </dt>
            <dd className={isSum === true ? classes["sum"] : undefined}>
              {isLess === true && isSome(amount) ? "−" : ""}
              {formatMoney(amount, currency_code)}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Section>
  );
}
