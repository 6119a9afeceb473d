import { canTransition, fulfillmentStates, operations } from "@souk/contract";
import {
  buildFieldSpecs,
  ConfirmButton,
  type FieldSpec,
  type PlainSchema,
  SpecForm,
  useAdminConsole,
} from "@souk/ui";
import { useMemo } from "react";
import { getBuyerEmail } from "../../orders/buyer.ts";
import { type Order, queriesShowingOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { DialogButton } from "./dialog-button.tsx";
import { EmailOffNote } from "./email-off-note.tsx";
import { buildEmailSpecs, showUnsentEmailReason, toTrackingBody } from "./email-spec.ts";
import { useDisabledEmailTitle } from "./use-disabled-email-title.ts";

type Shipment = Order["fulfillments"][number];

interface ShipmentProps {
  order: Order;
  shipment: Shipment;
}

const smallButton = { size: "xs" } as const;
const words = texts.orderActions.shipment;

/**
 * Show the buttons that update and cancel a shipment. A shipment can be updated until it is canceled, and canceled until it
 * is delivered.
 */
export function ShipmentActions({ order, shipment }: ShipmentProps) {
  const admin = useAdminConsole();
  const canFulfill = usePermissions()("orders.fulfill");
  const { id, status } = shipment;
  if (!canFulfill || status === "cancelled") return null;
  return (
    <>
      <DialogButton
        label={words.update}
        accessibleName={words.updateLabel({ id })}
        title={words.updateLabel({ id })}
        button={smallButton}
      >
        {(close) => <UpdateShipmentForm order={order} shipment={shipment} onClose={close} />}
      </DialogButton>
      {canTransition(fulfillmentStates, status, "cancelled") && (
        <ConfirmButton
          danger
          label={words.cancel}
          accessibleName={words.cancelLabel({ id })}
          button={smallButton}
          title={words.cancelAsk({ id })}
          confirm={words.cancelConfirm}
          cancel={words.keep}
          done={words.cancelled({ id })}
          onConfirm={(idempotencyKey) =>
            admin.fulfillments.cancel({ params: { order_id: order.id, id }, idempotencyKey })
          }
          refresh={queriesShowingOrders}
        >
          {words.cancelText}
        </ConfirmButton>
      )}
    </>
  );
}

/**
 * List the statuses that the form offers: the current status, then the statuses that can follow it, except canceled.
 */
function listStatusChoices(status: string): string[] {
  const otherStatuses = Object.keys(fulfillmentStates.states).filter((name) => name !== "cancelled");
  return [status, ...otherStatuses.filter((name) => canTransition(fulfillmentStates, status, name))];
}

function buildSpecs(status: string, email: string): FieldSpec[] {
  const { tracking_company, tracking_number, tracking_url } = texts.orderActions.tracking;
  const specs = buildFieldSpecs(operations.updateFulfillment.body as PlainSchema, {
    status: { label: words.status, options: texts.order.shipments.statuses },
    tracking_company,
    tracking_number,
    tracking_url,
  });
  const choices = listStatusChoices(status);
  return [
    ...specs.map((spec) => (spec.name === "status" ? { ...spec, choices, required: true } : spec)),
    ...buildEmailSpecs(email),
  ];
}

function UpdateShipmentForm({ order, shipment, onClose }: ShipmentProps & { onClose: () => void }) {
  const admin = useAdminConsole();
  const { id, status } = shipment;
  const disabledEmailTitle = useDisabledEmailTitle("shipping_update");
  const email = disabledEmailTitle === null ? getBuyerEmail(order) : "";
  const specs = useMemo(() => buildSpecs(status, email), [status, email]);
  return (
    <>
      <EmailOffNote title={disabledEmailTitle} />
      <SpecForm
        specs={specs}
        initial={{ ...shipment, is_mail: false }}
        isEdit
        submit={words.save}
        done={words.saved({ id })}
        onSubmit={(values, submitOnce) => {
          const newStatus = values["status"] as Shipment["status"] | undefined;
          const body = {
            ...toTrackingBody(values),
            ...(newStatus === undefined || newStatus === status ? {} : { status: newStatus }),
          };
          const params = { order_id: order.id, id };
          return submitOnce(body, (idempotencyKey) =>
            admin.fulfillments.update({ params, body, idempotencyKey }),
          );
        }}
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
