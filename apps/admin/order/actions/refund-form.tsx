import { operations } from "@souk/contract";
import {
  buildFieldSpecs,
  type FieldSpec,
  formatMoney,
  type PlainSchema,
  SpecForm,
  type SubmitOnce,
  useAdminConsole,
} from "@souk/ui";
import { useMemo } from "react";
import { type Order, queriesShowingOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { getGatewayName } from "../gateway-name.ts";
import { getLineName } from "../line-name.ts";
import {
  computeRefundableAmount,
  computeRestockableUnits,
  isGreaterThan,
  isPositive,
  listRefundablePayments,
} from "./remaining-amounts.ts";
import {
  buildUnitSpecs,
  createFieldError,
  createInitialUnits,
  listSelectedLines,
  mapLineErrors,
  type SelectableLine,
} from "./unit-fields.ts";

const words = texts.orderActions.refund;

/** Build the labels of the payments that can be refunded, by id, each with the amount that can be refunded. */
function buildPaymentOptions(order: Order): Record<string, string> {
  return Object.fromEntries(
    listRefundablePayments(order).map((payment) => {
      const { currency_code, gateway, reference } = payment;
      const gatewayName = getGatewayName(gateway);
      const method = reference === "" ? gatewayName : `${gatewayName}, ${reference}`;
      const remaining = formatMoney(payment.remainingAmount, currency_code);
      const amount = formatMoney(payment.amount, currency_code);
      const label =
        remaining === amount
          ? words.payment({ amount, method })
          : words.partOfPayment({ remaining, amount, method });
      return [String(payment.id), label];
    }),
  );
}

function buildSpecs(order: Order, lines: readonly SelectableLine[]): FieldSpec[] {
  const { amount, reference_number, note } = words.fields;
  const bodySchema = operations.createRefund.body as PlainSchema;
  const options = buildPaymentOptions(order);
  const payment: FieldSpec = {
    ...words.fields.transaction,
    name: "transaction_id",
    kind: "choice",
    schema: { type: "string" },
    // The keys are ids in ascending order, so the reversed list begins with the newest payment.
    choices: Object.keys(options).toReversed(),
    options,
    required: true,
    isNullable: false,
  };
  return [
    ...(Object.keys(options).length > 1 ? [payment] : []),
    ...buildFieldSpecs(bodySchema, { amount }),
    ...buildUnitSpecs(lines, words.units),
    ...buildFieldSpecs(bodySchema, { reference_number, note: { ...note, kind: "multiline" } }),
  ];
}

/**
 * Return the submit button's label: "Refund MYR 35.70", or "Restock items" if no amount is refunded.
 */
function getSubmitLabel(amount: string, currency: string): string {
  const isPositiveAmount = /^\d{1,15}(\.\d{1,20})?$/.test(amount) && isPositive(amount);
  return isPositiveAmount ? words.submit({ amount: formatMoney(amount, currency) }) : words.restock;
}

/** Show the form that refunds an amount, restocks items, or both. */
export function RefundForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const admin = useAdminConsole();
  const { lines, specs } = useMemo(() => {
    const allLines = order.line_items.map((line) => ({
      id: line.id,
      name: getLineName(line),
      max: computeRestockableUnits(order, line),
    }));
    const restockableLines = allLines.filter(({ max }) => max > 0);
    return { lines: restockableLines, specs: buildSpecs(order, restockableLines) };
  }, [order]);
  const payments = listRefundablePayments(order);
  const getRemainingAmount = (id: unknown) =>
    payments.find((payment) => String(payment.id) === String(id))?.remainingAmount;
  const newestPayment = payments.at(-1);
  const submit = async (values: Record<string, unknown>, submitOnce: SubmitOnce) => {
    const { amount, transaction_id, reference_number, note } = values;
    const selectedLines = listSelectedLines(lines, values);
    const hasAmount = amount !== undefined && isPositive(String(amount));
    // Without an amount and without lines, the API would refund everything that was paid.
    if (!hasAmount && selectedLines.length === 0) throw createFieldError("amount", words.nothing);
    const maxAmount = getRemainingAmount(transaction_id) ?? computeRefundableAmount(order);
    if (hasAmount && isGreaterThan(String(amount), maxAmount))
      throw createFieldError("amount", words.tooMuch({ max: formatMoney(maxAmount, order.currency_code) }));
    const body = {
      ...(hasAmount ? { amount: String(amount) } : {}),
      ...(hasAmount && transaction_id !== undefined ? { transaction_id: Number(transaction_id) } : {}),
      ...(reference_number === undefined ? {} : { reference_number: String(reference_number) }),
      ...(note === undefined ? {} : { note: String(note) }),
      restock_items: selectedLines.map(({ id, quantity }) => ({ line_item_id: id, quantity })),
    };
    const params = { order_id: order.id };
    return submitOnce(body, (idempotencyKey) => admin.refunds.create({ params, body, idempotencyKey })).catch(
      (error: unknown) => {
        throw mapLineErrors(error, "restock_items", selectedLines);
      },
    );
  };
  return (
    <SpecForm
      specs={specs}
      initial={{
        ...createInitialUnits(lines, "none"),
        transaction_id: newestPayment?.id,
        amount: newestPayment?.remainingAmount ?? "",
      }}
      isEdit={false}
      submit={({ amount }) => getSubmitLabel(String(amount ?? "").trim(), order.currency_code)}
      done={words.done}
      onSubmit={submit}
      // Until the person edits the amount, selecting another payment sets it to that payment's remaining amount.
      deriveFields={(name, value, previousValues) =>
        name === "transaction_id" &&
        previousValues["amount"] === getRemainingAmount(previousValues["transaction_id"])
          ? { amount: getRemainingAmount(value) ?? "" }
          : {}
      }
      refresh={queriesShowingOrders}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
