import { operations } from "@souk/contract";
import { type FieldSpec, fieldSpecs, type PlainSchema, SpecForm, useAdminConsole, useStore } from "@souk/ui";
import { useMemo } from "react";
import { type Order, staleWithOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { takesCredit } from "./left.ts";

const words = texts.orderActions.payment;

/** Return the fields for a manual payment; store credit where it can pay for the order. */
function buildSpecs(hasCredit: boolean): FieldSpec[] {
  const { credit, ...plain } = words.gateways;
  const options = hasCredit ? { ...plain, credit } : plain;
  const sent = fieldSpecs(operations.createTransaction.body as PlainSchema, {
    amount: words.fields.amount,
    reference: words.fields.reference,
  });
  const gateway: FieldSpec = {
    ...words.fields.gateway,
    name: "gateway",
    kind: "choice",
    schema: { type: "string" },
    choices: Object.keys(options),
    options,
    required: true,
    takesNull: false,
  };
  return [gateway, ...sent.map((spec) => (spec.name === "amount" ? { ...spec, required: true } : spec))];
}

/** Record what was paid, or will be paid on delivery. */
export function RecordPayment({ order, onClose }: { order: Order; onClose: () => void }) {
  const admin = useAdminConsole();
  const { currency_code: storeCurrency } = useStore();
  const { id, amount_due } = order;
  const hasCredit = takesCredit(order, storeCurrency);
  const specs = useMemo(() => buildSpecs(hasCredit), [hasCredit]);
  return (
    <SpecForm
      specs={specs}
      initial={{ gateway: "manual", amount: amount_due }}
      isChange={false}
      submit={words.submit}
      done={words.done}
      onSubmit={({ gateway, amount, reference }, once) => {
        const params = { order_id: id };
        const body = {
          kind: "sale" as const,
          amount: String(amount),
          gateway: { type: String(gateway) },
          ...(reference === undefined ? {} : { reference: String(reference) }),
        };
        return once(body, (idempotencyKey) => admin.transactions.create({ params, body, idempotencyKey }));
      }}
      refresh={staleWithOrders}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
