import { operations } from "@souk/contract";
import {
  buildFieldSpecs,
  type FieldSpec,
  type PlainSchema,
  SpecForm,
  type SubmitOnce,
  useAdminConsole,
} from "@souk/ui";
import { useMemo } from "react";
import { getBuyerEmail } from "../../orders/buyer.ts";
import { type Order, queriesShowingOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { EmailOffNote } from "./email-off-note.tsx";
import { buildEmailSpecs, showUnsentEmailReason, toTrackingBody } from "./email-spec.ts";
import {
  buildUnitSpecs,
  createInitialUnits,
  createUnitsError,
  listSelectedLines,
  mapLineErrors,
  type SelectableLine,
} from "./unit-fields.ts";
import { useDisabledEmailTitle } from "./use-disabled-email-title.ts";

const words = texts.orderActions.fulfill;

/** A fulfillment order: the part of an order that one location ships. */
export type FulfillmentOrder = Order["fulfillment_orders"][number];

interface FulfillFormProps {
  order: Order;
  fulfillmentOrder: FulfillmentOrder;
  onClose: () => void;
}

function buildSpecs(lines: readonly SelectableLine[], email: string): FieldSpec[] {
  const { tracking_company, tracking_number, tracking_url } = texts.orderActions.tracking;
  return [
    ...buildUnitSpecs(lines, words.units),
    ...buildFieldSpecs(operations.createFulfillment.body as PlainSchema, {
      tracking_company,
      tracking_number,
      tracking_url,
    }),
    ...buildEmailSpecs(email),
  ];
}

/** Show the form that ships units of a fulfillment order, with fields for the tracking and a switch to notify the customer. */
export function FulfillForm({ order, fulfillmentOrder, onClose }: FulfillFormProps) {
  const admin = useAdminConsole();
  const disabledEmailTitle = useDisabledEmailTitle("shipping_confirmation");
  const email = disabledEmailTitle === null ? getBuyerEmail(order) : "";
  const { lines, specs } = useMemo(() => {
    const openLines = fulfillmentOrder.line_items
      .map(({ id, name, unfulfilled_quantity: max }) => ({ id, name, max }))
      .filter(({ max }) => max > 0);
    return { lines: openLines, specs: buildSpecs(openLines, email) };
  }, [fulfillmentOrder, email]);
  const submit = async (values: Record<string, unknown>, submitOnce: SubmitOnce) => {
    const selectedLines = listSelectedLines(lines, values);
    if (selectedLines.length === 0) throw createUnitsError(lines, words.nothing);
    const body = {
      ...toTrackingBody(values),
      fulfillment_order: { fulfillment_order_id: fulfillmentOrder.id, line_items: selectedLines },
    };
    const params = { order_id: order.id };
    return submitOnce(body, (idempotencyKey) =>
      admin.fulfillments.create({ params, body, idempotencyKey }),
    ).catch((error: unknown) => {
      throw mapLineErrors(error, "fulfillment_order.line_items", selectedLines);
    });
  };
  return (
    <>
      <EmailOffNote title={disabledEmailTitle} />
      <SpecForm
        specs={specs}
        initial={{ ...createInitialUnits(lines, "max"), is_mail: true }}
        isEdit={false}
        submit={words.submit}
        done={words.done}
        onSubmit={submit}
        refresh={queriesShowingOrders}
        onDone={(response) => {
          showUnsentEmailReason(response);
          onClose();
        }}
        onCancel={onClose}
      />
    </>
  );
}
