import { operations } from "@souk/contract";
import { type FieldSpec, fieldSpecs, type Once, type PlainSchema, SpecForm, useAdminConsole } from "@souk/ui";
import { useMemo } from "react";
import { type Order, staleWithOrders } from "../../orders/order-queries.ts";
import { buyerEmail } from "../../orders/order-words.ts";
import { MailNote } from "./mail-note.tsx";
import { mailSpec, tellUnsent, trackingOf } from "./mail-spec.ts";
import { strings } from "./strings.ts";
import { type ChosenLine, chosenUnits, overUnits, refusedUnits, unitFields, unitsOf } from "./unit-fields.ts";
import { useSwitchedOff } from "./use-switched-off.ts";

const words = strings.fulfil;

/** The part of an order that one location ships. */
export type Share = Order["fulfillment_orders"][number];

interface FulfilFormProps {
  order: Order;
  share: Share;
  onClose: () => void;
}

function specsOf(lines: readonly ChosenLine[], email: string): FieldSpec[] {
  const { tracking_company, tracking_number, tracking_url } = strings.tracking;
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

/** Sends units of one location's part: which of them, by whom, and whether the customer is told. */
export function FulfilForm({ order, share, onClose }: FulfilFormProps) {
  const admin = useAdminConsole();
  const off = useSwitchedOff("shipping_confirmation");
  const email = off === null ? buyerEmail(order) : "";
  const { lines, specs } = useMemo(() => {
    const open = share.line_items
      .map(({ id, name, unfulfilled_quantity: most }) => ({ id, name, most }))
      .filter(({ most }) => most > 0);
    return { lines: open, specs: specsOf(open, email) };
  }, [share, email]);
  const send = async (values: Record<string, unknown>, once: Once) => {
    const units = chosenUnits(lines, values);
    if (units.length === 0) throw refusedUnits(lines, words.nothing);
    const body = {
      ...trackingOf(values),
      fulfillment_order: { fulfillment_order_id: share.id, line_items: units },
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
        initial={{ ...unitsOf(lines, true), is_mail: true }}
        isChange={false}
        submit={words.submit}
        done={words.done}
        onSubmit={send}
        refresh={staleWithOrders}
        onDone={(answer) => {
          tellUnsent(answer);
          onClose();
        }}
        onCancel={onClose}
      />
    </>
  );
}
