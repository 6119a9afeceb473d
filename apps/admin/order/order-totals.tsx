import { formatMoney, formatNumber, Section, useStore } from "@souk/ui";
import { Fragment } from "react";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import classes from "./totals.module.css";
import { computeUndiscountedShipping } from "./undiscounted-shipping.ts";

interface TotalsEntry {
  label: string;
  amount: string;
  /** Details of the amount, one line each. */
  notes?: readonly string[];
  /** Whether the amount is computed from the entries above it. */
  isSum?: boolean;
  /** Whether the amount is subtracted. */
  isSubtracted?: boolean;
}

const isNonZero = (amount: string): boolean => Number(amount) !== 0;

/** Describe each shipping fee with the name of its shipping rate and the courier. */
function buildFeeNotes({ shipping_fees, currency_code }: Order): string[] {
  return shipping_fees.map(({ name, courier_name, price, handling_fee }) => {
    const rateLabel = courier_name === "" || courier_name === name ? name : `${name}, ${courier_name}`;
    const handling = isNonZero(handling_fee)
      ? ` + ${texts.order.totals.handling({ fee: formatMoney(handling_fee, currency_code) })}`
      : "";
    return `${rateLabel}: ${formatMoney(price, currency_code)}${handling}`;
  });
}

function buildPriceEntries(order: Order): TotalsEntry[] {
  const words = texts.order.totals;
  return [
    { label: words.items, amount: order.total_line_items_price },
    {
      label: words.discount,
      amount: order.total_discount,
      isSubtracted: true,
      notes: order.discounts.map(({ code, title }) => title || code).filter((name) => name !== ""),
    },
    { label: words.shipping, amount: computeUndiscountedShipping(order), notes: buildFeeNotes(order) },
    {
      label: order.taxes_included ? words.taxIncluded : words.tax,
      amount: order.total_tax,
      notes: order.tax_lines.map(({ title }) => title),
    },
    { label: words.total, amount: order.total_price, isSum: true },
  ];
}

function buildPaymentEntries(order: Order): TotalsEntry[] {
  const words = texts.order.totals;
  const { credit_used, point_used, currency_code } = order;
  const notes = [
    ...(isNonZero(credit_used) ? [words.credit({ amount: formatMoney(credit_used, currency_code) })] : []),
    ...(point_used > 0 ? [words.points({ points: formatNumber(point_used) })] : []),
  ];
  return [
    { label: words.paid, amount: order.total_paid, notes },
    { label: words.refunded, amount: order.total_refund_amount, isSubtracted: true },
    isNonZero(order.overpaid_amount)
      ? { label: words.overpaid, amount: order.overpaid_amount, isSum: true }
      : { label: words.due, amount: order.amount_due, isSum: true },
  ];
}

/** Show how an order's total, payments and balance due are computed. */
export function OrderTotals({ order }: { order: Order }) {
  const { currency_code: storeCurrency } = useStore();
  const { currency_code, exchange_rate } = order;
  const words = texts.order.totals;
  const entries = [...buildPriceEntries(order), ...buildPaymentEntries(order)];
  return (
    <Section
      title={words.title}
      {...(currency_code === storeCurrency
        ? {}
        : { lead: words.rate({ storeCurrency, orderAmount: `${currency_code} ${exchange_rate}` }) })}
    >
      <dl className={classes["statement"]}>
        {entries.map(({ label, amount, notes = [], isSum, isSubtracted }) => (
          <Fragment key={label}>
            <dt className={isSum === true ? classes["sum"] : undefined}>
              {label}
              {/* The index is the key, because two notes may have the same text. */}
              {notes
                .map((note, index) => ({ note, index }))
                .map(({ note, index }) => (
                  <span key={index} className={classes["note"]}>
                    {note}
                  </span>
                ))}
            </dt>
            <dd className={isSum === true ? classes["sum"] : undefined}>
              {isSubtracted === true && isNonZero(amount) ? "−" : ""}
              {formatMoney(amount, currency_code)}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Section>
  );
}
