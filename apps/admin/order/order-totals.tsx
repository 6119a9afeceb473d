import { formatMoney, formatNumber, Section, useStore } from "@souk/ui";
import { Fragment } from "react";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { fullShipping } from "./full-shipping.ts";
import classes from "./totals.module.css";

interface Entry {
  label: string;
  amount: string;
  /** The parts of the amount, a line each. */
  notes?: readonly string[];
  isSum?: boolean;
  isLess?: boolean;
}

const isSome = (amount: string): boolean => Number(amount) !== 0;

/** Return each fee with the name of its rate and the courier. */
function feeNotes({ shipping_fees, currency_code }: Order): string[] {
  return shipping_fees.map(({ name, courier_name, price, handling_fee }) => {
    const courier = courier_name === "" || courier_name === name ? name : `${name}, ${courier_name}`;
    const handling = isSome(handling_fee)
      ? ` + ${texts.order.totals.handling({ fee: formatMoney(handling_fee, currency_code) })}`
      : "";
    return `${courier}: ${formatMoney(price, currency_code)}${handling}`;
  });
}

function priceEntries(order: Order): Entry[] {
  const { totals } = texts.order;
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
  const { totals } = texts.order;
  const { credit_used, point_used, currency_code } = order;
  const notes = [
    ...(isSome(credit_used) ? [totals.credit({ amount: formatMoney(credit_used, currency_code) })] : []),
    ...(point_used > 0 ? [totals.points({ points: formatNumber(point_used) })] : []),
  ];
  return [
    { label: totals.paid, amount: order.total_paid, notes },
    { label: totals.refunded, amount: order.total_refund_amount, isLess: true },
    isSome(order.overpaid_amount)
      ? { label: totals.overpaid, amount: order.overpaid_amount, isSum: true }
      : { label: totals.due, amount: order.amount_due, isSum: true },
  ];
}

/** Show the total of an order and its payments as a short statement. */
export function OrderTotals({ order }: { order: Order }) {
  const { currency_code: own } = useStore();
  const { currency_code, exchange_rate } = order;
  const { totals } = texts.order;
  const entries = [...priceEntries(order), ...paidEntries(order)];
  return (
    <Section
      title={totals.title}
      {...(currency_code === own
        ? {}
        : { lead: totals.rate({ one: own, other: `${currency_code} ${exchange_rate}` }) })}
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
