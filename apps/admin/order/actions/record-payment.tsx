import { operations } from "@souk/contract";
import {
  buildFieldSpecs,
  type FieldSpec,
  type PlainSchema,
  SpecForm,
  useAdminConsole,
  useStore,
} from "@souk/ui";
import { useMemo } from "react";
import { type Order, queriesShowingOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { canPayWithStoreCredit } from "./remaining-amounts.ts";

const words = texts.orderActions.payment;

/**
 * Build the form's field specs.
 * @param allowsCredit whether store credit is offered as a payment method
 */
function buildSpecs(allowsCredit: boolean): FieldSpec[] {
  const { credit, ...otherGateways } = words.gateways;
  const options = allowsCredit ? { ...otherGateways, credit } : otherGateways;
  const requestSpecs = buildFieldSpecs(operations.createTransaction.body as PlainSchema, {
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
    isNullable: false,
  };
  return [
    gateway,
    ...requestSpecs.map((spec) => (spec.name === "amount" ? { ...spec, required: true } : spec)),
  ];
}

/** Show the form that records a payment of an order; a payment by cash on delivery stays pending. */
export function RecordPaymentForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const admin = useAdminConsole();
  const { currency_code: storeCurrency } = useStore();
  const { id, amount_due } = order;
  const allowsCredit = canPayWithStoreCredit(order, storeCurrency);
  const specs = useMemo(() => buildSpecs(allowsCredit), [allowsCredit]);
  return (
    <SpecForm
      specs={specs}
      initial={{ gateway: "manual", amount: amount_due }}
      isEdit={false}
      submit={words.submit}
      done={words.done}
      onSubmit={({ gateway, amount, reference }, submitOnce) => {
        const params = { order_id: id };
        const body = {
          kind: "sale" as const,
          amount: String(amount),
          gateway: { type: String(gateway) },
          ...(reference === undefined ? {} : { reference: String(reference) }),
        };
        return submitOnce(body, (idempotencyKey) =>
          admin.transactions.create({ params, body, idempotencyKey }),
        );
      }}
      refresh={queriesShowingOrders}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
