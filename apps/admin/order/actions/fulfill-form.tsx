import { operations } from "@souk/contract";
import { type FieldSpec, fieldSpecs, type Once, type PlainSchema, SpecForm, useAdminConsole } from "@souk/ui";
import { useMemo } from "react";
import { type Order, staleWithOrders } from "../../orders/order-queries.ts";
import { buyerEmail } from "../../orders/order-words.ts";
import { texts } from "../../texts.ts";
import { MailNote } from "./email-note.tsx";
import { mailSpec, notifyUnsent, toTracking } from "./email-spec.ts";
import {
  type ChosenLine,
  chosenUnits,
  createUnitsError,
  fillUnits,
  overUnits,
  unitFields,
} from "./unit-fields.ts";
import { useSwitchedOff } from "./use-switched-off.ts";

const words = texts.orderActions.fulfill;

/** The part of an order that one location ships. */
export type FulfillmentOrder = Order["fulfillment_orders"][number];

interface FulfillFormProps {
  order: Order;
  fulfillmentOrder: FulfillmentOrder;
  onClose: () => void;
}

function buildSpecs(lines: readonly ChosenLine[], email: string): FieldSpec[] {
  const { tracking_company, tracking_number, tracking_url } = texts.orderActions.tracking;
  return [
    ...unitFields(lines, words.units),
    ...fieldSpecs(operations.createFulfillment.body as PlainSchema, {
      tracking_company,
      tracking_number,
      tracking_url,
    }),
    ...mailSpec(email),
  ];
}

/** Fulfill units of one location's part: which units, by which carrier, and whether the customer is notified. */
export function FulfillForm({ order, fulfillmentOrder, onClose }: FulfillFormProps) {
  const admin = useAdminConsole();
  const off = useSwitchedOff("shipping_confirmation");
  const email = off === null ? buyerEmail(order) : "";
  const { lines, specs } = useMemo(() => {
    const open = fulfillmentOrder.line_items
      .map(({ id, name, unfulfilled_quantity: max }) => ({ id, name, max }))
      .filter(({ max }) => max > 0);
    return { lines: open, specs: buildSpecs(open, email) };
  }, [fulfillmentOrder, email]);
  const send = async (values: Record<string, unknown>, once: Once) => {
    const units = chosenUnits(lines, values);
    if (units.length === 0) throw createUnitsError(lines, words.nothing);
    const body = {
      ...toTracking(values),
      fulfillment_order: { fulfillment_order_id: fulfillmentOrder.id, line_items: units },
    };
    const params = { order_id: order.id };
    return once(body, (idempotencyKey) => admin.fulfillments.create({ params, body, idempotencyKey })).catch(
      (error: unknown) => {
        throw overUnits(error, "fulfillment_order.line_items", units);
      },
    );
  };
  return (
    <>
      <MailNote title={off} />
      <SpecForm
        specs={specs}
        initial={{ ...fillUnits(lines, true), is_mail: true }}
        isChange={false}
        submit={words.submit}
        done={words.done}
        onSubmit={send}
        refresh={staleWithOrders}
        onDone={(answer) => {
          notifyUnsent(answer);
          onClose();
        }}
        onCancel={onClose}
      />
    </>
  );
}
