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
import { gatewayName } from "../gateway-name.ts";
import { lineName } from "../line-name.ts";
import { isMore, isSome, paymentsLeft, refundable, restockable } from "./left.ts";
import { strings } from "./strings.ts";
import { type ChosenLine, chosenUnits, overUnits, refused, unitFields, unitsOf } from "./unit-fields.ts";

const words = strings.refund;

/** The payments that money can go back to, the newest first, and how much of it. */
function optionsOf(order: Order): Record<string, string> {
  return Object.fromEntries(
    paymentsLeft(order).map(({ id, left, amount, currency_code, gateway, reference }) => {
      const shown = (money: string) => formatMoney(money, currency_code);
      const by = reference === "" ? gatewayName(gateway) : `${gatewayName(gateway)}, ${reference}`;
      return [String(id), words.payment(shown(left), shown(amount), by)];
    }),
  );
}

function specsOf(order: Order, lines: readonly ChosenLine[]): FieldSpec[] {
  const { amount, reference_number, note } = words.fields;
  const body = operations.createRefund.body as PlainSchema;
  const options = optionsOf(order);
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
    ...fieldSpecs(body, { reference_number, note }),
  ];
}

/** Gives money back, puts units back, or both. */
export function RefundForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const admin = useAdminConsole();
  const { lines, specs } = useMemo(() => {
    const all = order.line_items.map((line) => ({
      id: line.id,
      name: lineName(line),
      most: restockable(order, line),
    }));
    const some = all.filter(({ most }) => most > 0);
    return { lines: some, specs: specsOf(order, some) };
  }, [order]);
  const payments = paymentsLeft(order);
  const leftOf = (id: unknown) => payments.find((payment) => String(payment.id) === String(id))?.left;
  const newest = payments.at(-1);
  const send = async (values: Record<string, unknown>, once: Once) => {
    const { amount, transaction_id, reference_number, note } = values;
    const units = chosenUnits(lines, values);
    const isMoney = amount !== undefined && isSome(String(amount));
    // Sent without either it would be all that was paid.
    if (!isMoney && units.length === 0) throw refused("amount", words.nothing);
    const most = leftOf(transaction_id) ?? refundable(order);
    if (isMoney && isMore(String(amount), most))
      throw refused("amount", words.tooMuch(formatMoney(most, order.currency_code)));
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
      initial={{ ...unitsOf(lines, false), transaction_id: newest?.id, amount: newest?.left ?? "" }}
      isChange={false}
      submit={words.submit}
      done={words.done}
      onSubmit={send}
      // The amount is all that is left of the payment, until somebody says another one.
      follow={(name, value, before) =>
        name === "transaction_id" && before["amount"] === leftOf(before["transaction_id"])
          ? { amount: leftOf(value) ?? "" }
          : {}
      }
      refresh={staleWithOrders}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
