import { canTransition, fulfillmentStates, operations } from "@souk/contract";
import {
  ConfirmButton,
  type FieldSpec,
  fieldSpecs,
  type PlainSchema,
  SpecForm,
  useAdminConsole,
} from "@souk/ui";
import { useMemo } from "react";
import { type Order, staleWithOrders } from "../../orders/order-queries.ts";
import { buyerEmail } from "../../orders/order-words.ts";
import { texts } from "../../texts.ts";
import { useMayFulfill } from "../../use-may.ts";
import { DialogButton } from "./dialog-button.tsx";
import { MailNote } from "./email-note.tsx";
import { mailSpec, notifyUnsent, toTracking } from "./email-spec.ts";
import { useSwitchedOff } from "./use-switched-off.ts";

type Shipment = Order["fulfillments"][number];

interface ShipmentProps {
  order: Order;
  shipment: Shipment;
}

const small = { size: "xs" } as const;
const words = texts.orderActions.shipment;

/**
 * Show the actions on a shipment: tracking can change until it is cancelled, and it can be cancelled until
 * it is delivered.
 */
export function ShipmentActions({ order, shipment }: ShipmentProps) {
  const admin = useAdminConsole();
  const mayFulfill = useMayFulfill();
  const { id, status } = shipment;
  if (!mayFulfill || status === "cancelled") return null;
  return (
    <>
      <DialogButton
        label={words.update}
        spoken={words.updateLabel({ id })}
        title={words.updateLabel({ id })}
        button={small}
      >
        {(close) => <ChangedShipment order={order} shipment={shipment} onClose={close} />}
      </DialogButton>
      {canTransition(fulfillmentStates, status, "cancelled") && (
        <ConfirmButton
          danger
          label={words.cancel}
          spoken={words.cancelLabel({ id })}
          button={small}
          title={words.cancelAsk({ id })}
          confirm={words.cancelConfirm}
          cancel={words.keep}
          done={words.cancelled({ id })}
          onConfirm={(idempotencyKey) =>
            admin.fulfillments.cancel({ params: { order_id: order.id, id }, idempotencyKey })
          }
          refresh={staleWithOrders}
        >
          {words.cancelText}
        </ConfirmButton>
      )}
    </>
  );
}

/** Return the states that a shipment can reach, its current one first. */
function statesFrom(status: string): string[] {
  const others = Object.keys(fulfillmentStates.states).filter((to) => to !== "cancelled");
  return [status, ...others.filter((to) => canTransition(fulfillmentStates, status, to))];
}

function buildSpecs(status: string, email: string): FieldSpec[] {
  const { tracking_company, tracking_number, tracking_url } = texts.orderActions.tracking;
  const specs = fieldSpecs(operations.updateFulfillment.body as PlainSchema, {
    status: { label: words.status, options: texts.order.shipments.statuses },
    tracking_company,
    tracking_number,
    tracking_url,
  });
  const choices = statesFrom(status);
  return [
    ...specs.map((spec) => (spec.name === "status" ? { ...spec, choices, required: true } : spec)),
    ...mailSpec(email),
  ];
}

function ChangedShipment({ order, shipment, onClose }: ShipmentProps & { onClose: () => void }) {
  const admin = useAdminConsole();
  const { id, status } = shipment;
  const off = useSwitchedOff("shipping_update");
  const email = off === null ? buyerEmail(order) : "";
  const specs = useMemo(() => buildSpecs(status, email), [status, email]);
  return (
    <>
      <MailNote title={off} />
      <SpecForm
        specs={specs}
        initial={{ ...shipment, is_mail: false }}
        isChange
        submit={words.save}
        done={words.saved({ id })}
        onSubmit={(values, once) => {
          const to = values["status"] as Shipment["status"] | undefined;
          const body = {
            ...toTracking(values),
            ...(to === undefined || to === status ? {} : { status: to }),
          };
          const params = { order_id: order.id, id };
          return once(body, (idempotencyKey) => admin.fulfillments.update({ params, body, idempotencyKey }));
        }}
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
