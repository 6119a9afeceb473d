import { operations } from "@souk/contract";
import {
  type FieldSpec,
  fieldSpecs,
  formatMoney,
  type PlainSchema,
  SpecForm,
  useAdminConsole,
} from "@souk/ui";
import { useMemo } from "react";
import { type Order, staleWithOrders } from "../../orders/order-queries.ts";
import { gatewayName } from "../gateway-name.ts";
import { lineName } from "../line-name.ts";
import { isSome, paymentsLeft, refundable, restockable } from "./left.ts";
import { strings } from "./strings.ts";
import { type ChosenLine, chosenUnits, overUnits, refused, unitFields, unitsOf } from "./unit-fields.ts";

const words = strings.refund;

/** The payments that money can go back to, and how much of it. */
function choicesOf(order: Order): Record<string, string> {
  return Object.fromEntries(
    paymentsLeft(order).map(({ id, left, amount, currency_code, gateway }) => {
      const shown = (money: string) => formatMoney(money, currency_code);
      return [String(id), words.payment(shown(left), shown(amount), gatewayName(gateway))];
    }),
  );
}

function specsOf(order: Order, lines: readonly ChosenLine[]): FieldSpec[] {
  const { amount, reference_number, note } = words.fields;
  const body = operations.createRefund.body as PlainSchema;
  const options = choicesOf(order);
  const payment: FieldSpec = {
    ...words.fields.transaction,
    name: "transaction_id",
    kind: "choice",
    schema: { type: "string" },
    choices: Object.keys(options),
    options,
    required: false,
    takesNull: false,
  };
  return [
    ...fieldSpecs(body, { amount }),
    ...(Object.keys(options).length > 1 ? [payment] : []),
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
  const send = async (values: Record<string, unknown>, idempotencyKey: string) => {
    const { amount, transaction_id, reference_number, note } = values;
    const units = chosenUnits(lines, values);
    const isMoney = amount !== undefined && isSome(String(amount));
    // Sent without either it would be all that was paid.
    if (!isMoney && units.length === 0) throw refused("amount", words.nothing);
    const body = {
      ...(isMoney ? { amount: String(amount) } : {}),
      ...(isMoney && transaction_id !== undefined ? { transaction_id: Number(transaction_id) } : {}),
      ...(reference_number === undefined ? {} : { reference_number: String(reference_number) }),
      ...(note === undefined ? {} : { note: String(note) }),
      restock_items: units.map(({ id, quantity }) => ({ line_item_id: id, quantity })),
    };
    return admin.refunds
      .create({ params: { order_id: order.id }, body, idempotencyKey })
      .catch((error: unknown) => {
        throw overUnits(error, "restock_items", units);
      });
  };
  return (
    <SpecForm
      specs={specs}
      initial={{ ...unitsOf(lines, false), amount: refundable(order) }}
      isChange={false}
      submit={words.submit}
      done={words.done}
      onSubmit={send}
      refresh={staleWithOrders}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
