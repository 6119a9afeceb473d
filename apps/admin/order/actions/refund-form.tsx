import { operations } from "@souk/contract";
import {
  type FieldSpec,
  fieldSpecs,
  formatMoney,
  type Once,
  type PlainSchema,
  SpecForm,
  useAdminConsole,
} from "@souk/ui";
import { useMemo } from "react";
import { type Order, staleWithOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { gatewayName } from "../gateway-name.ts";
import { lineName } from "../line-name.ts";
import { isMore, isPositive, paymentsLeft, refundable, restockable } from "./left.ts";
import {
  type ChosenLine,
  chosenUnits,
  createFieldError,
  fillUnits,
  overUnits,
  unitFields,
} from "./unit-fields.ts";

const words = texts.orderActions.refund;

/** Return the payments that can be refunded, the newest first, each with its remainder. */
function buildPaymentOptions(order: Order): Record<string, string> {
  return Object.fromEntries(
    paymentsLeft(order).map(({ id, left, amount, currency_code, gateway, reference }) => {
      const shown = (money: string) => formatMoney(money, currency_code);
      const by = reference === "" ? gatewayName(gateway) : `${gatewayName(gateway)}, ${reference}`;
      const [rest, whole] = [shown(left), shown(amount)];
      const isWhole = rest === whole;
      const label = isWhole
        ? words.payment({ amount: whole, by })
        : words.partOfPayment({ left: rest, amount: whole, by });
      return [String(id), label];
    }),
  );
}

function buildSpecs(order: Order, lines: readonly ChosenLine[]): FieldSpec[] {
  const { amount, reference_number, note } = words.fields;
  const body = operations.createRefund.body as PlainSchema;
  const options = buildPaymentOptions(order);
  const payment: FieldSpec = {
    ...words.fields.transaction,
    name: "transaction_id",
    kind: "choice",
    schema: { type: "string" },
    choices: Object.keys(options).toReversed(),
    options,
    required: true,
    takesNull: false,
  };
  return [
    ...(Object.keys(options).length > 1 ? [payment] : []),
    ...fieldSpecs(body, { amount }),
    ...unitFields(lines, words.units),
    ...fieldSpecs(body, { reference_number, note: { ...note, kind: "multiline" } }),
  ];
}

/** Return the button's label: the amount to refund, or that items are only restocked. */
function submitWords(amount: string, currency: string): string {
  const isAmount = /^\d{1,15}(\.\d{1,20})?$/.test(amount) && isPositive(amount);
  return isAmount ? words.submit({ amount: formatMoney(amount, currency) }) : words.restock;
}

/** Show the form that refunds money, restocks items, or both. */
export function RefundForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const admin = useAdminConsole();
  const { lines, specs } = useMemo(() => {
    const all = order.line_items.map((line) => ({
      id: line.id,
      name: lineName(line),
      max: restockable(order, line),
    }));
    const some = all.filter(({ max }) => max > 0);
    return { lines: some, specs: buildSpecs(order, some) };
  }, [order]);
  const payments = paymentsLeft(order);
  const getRemaining = (id: unknown) => payments.find((payment) => String(payment.id) === String(id))?.left;
  const newest = payments.at(-1);
  const send = async (values: Record<string, unknown>, once: Once) => {
    const { amount, transaction_id, reference_number, note } = values;
    const units = chosenUnits(lines, values);
    const isMoney = amount !== undefined && isPositive(String(amount));
    // Sent without either it would be all that was paid.
    if (!isMoney && units.length === 0) throw createFieldError("amount", words.nothing);
    const max = getRemaining(transaction_id) ?? refundable(order);
    if (isMoney && isMore(String(amount), max))
      throw createFieldError("amount", words.tooMuch({ left: formatMoney(max, order.currency_code) }));
    const body = {
      ...(isMoney ? { amount: String(amount) } : {}),
      ...(isMoney && transaction_id !== undefined ? { transaction_id: Number(transaction_id) } : {}),
      ...(reference_number === undefined ? {} : { reference_number: String(reference_number) }),
      ...(note === undefined ? {} : { note: String(note) }),
      restock_items: units.map(({ id, quantity }) => ({ line_item_id: id, quantity })),
    };
    const params = { order_id: order.id };
    return once(body, (idempotencyKey) => admin.refunds.create({ params, body, idempotencyKey })).catch(
      (error: unknown) => {
        throw overUnits(error, "restock_items", units);
      },
    );
  };
  return (
    <SpecForm
      specs={specs}
      initial={{ ...fillUnits(lines, false), transaction_id: newest?.id, amount: newest?.left ?? "" }}
      isChange={false}
      submit={({ amount }) => submitWords(String(amount ?? "").trim(), order.currency_code)}
      done={words.done}
      onSubmit={send}
      // The amount is the payment's whole remainder until the person enters another.
      follow={(name, value, before) =>
        name === "transaction_id" && before["amount"] === getRemaining(before["transaction_id"])
          ? { amount: getRemaining(value) ?? "" }
          : {}
      }
      refresh={staleWithOrders}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
