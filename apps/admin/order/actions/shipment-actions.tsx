import { fulfillmentStates, isWay, operations } from "@souk/contract";
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
import { strings as orderStrings } from "../strings.ts";
import { DialogButton } from "./dialog-button.tsx";
import { MailNote } from "./mail-note.tsx";
import { mailSpec, tellUnsent, trackingOf } from "./mail-spec.ts";
import { strings } from "./strings.ts";
import { useMayFulfil } from "./use-may-fulfil.ts";
import { useSwitchedOff } from "./use-switched-off.ts";

type Shipment = Order["fulfillments"][number];

interface ShipmentProps {
  order: Order;
  shipment: Shipment;
}

const small = { size: "xs" } as const;
const words = strings.shipment;

/** What can be done with a shipment: its tracking changes until it is cancelled, and it is cancelled until it is delivered. */
export function ShipmentActions({ order, shipment }: ShipmentProps) {
  const admin = useAdminConsole();
  const mayFulfil = useMayFulfil();
  const { id, status } = shipment;
  if (!mayFulfil || status === "cancelled") return null;
  return (
    <>
      <DialogButton
        label={words.update}
        spoken={words.updateOf(id)}
        title={words.updateOf(id)}
        button={small}
      >
        {(close) => <ChangedShipment order={order} shipment={shipment} onClose={close} />}
      </DialogButton>
      {isWay(fulfillmentStates, status, "cancelled") && (
        <ConfirmButton
          danger
          label={words.cancel}
          spoken={words.cancelOf(id)}
          button={small}
          title={words.cancelAsk(id)}
          confirm={words.cancelConfirm}
          cancel={words.keep}
          done={words.cancelled(id)}
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

/** The states that a shipment can come to, its own first. */
function statesFrom(status: string): string[] {
  const others = Object.keys(fulfillmentStates.states).filter((to) => to !== "cancelled");
  return [status, ...others.filter((to) => isWay(fulfillmentStates, status, to))];
}

function specsOf(status: string, email: string): FieldSpec[] {
  const { tracking_company, tracking_number, tracking_url } = strings.tracking;
  const specs = fieldSpecs(operations.updateFulfillment.body as PlainSchema, {
    status: { label: words.status, options: orderStrings.shipments.statuses },
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
  const specs = useMemo(() => specsOf(status, email), [status, email]);
  return (
    <>
      <MailNote title={off} />
      <SpecForm
        specs={specs}
        initial={{ ...shipment, is_mail: false }}
        isChange
        submit={words.save}
        done={words.saved(id)}
        onSubmit={(values, once) => {
          const to = values["status"] as Shipment["status"] | undefined;
          const body = {
            ...trackingOf(values),
            ...(to === undefined || to === status ? {} : { status: to }),
          };
          const params = { order_id: order.id, id };
          return once(body, (idempotencyKey) => admin.fulfillments.update({ params, body, idempotencyKey }));
        }}
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
