import { FulfillByApp } from "../../fulfill-by-app/fulfill-by-app.tsx";
import type { Order } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { DialogButton } from "./dialog-button.tsx";
import { FulfillForm, type FulfillmentOrder } from "./fulfill-form.tsx";

interface FulfillmentOrderActionsProps {
  order: Order;
  fulfillmentOrder: FulfillmentOrder;
  locationName: string;
}

const primaryButton = { size: "xs", variant: "filled" } as const;

/** Show the actions that fulfill the unfulfilled units of a fulfillment order, by hand or by an app. */
export function FulfillmentOrderActions({
  order,
  fulfillmentOrder,
  locationName,
}: FulfillmentOrderActionsProps) {
  const canFulfill = usePermissions()("orders.fulfill");
  const isFulfilled = fulfillmentOrder.line_items.every(
    ({ unfulfilled_quantity }) => unfulfilled_quantity === 0,
  );
  if (!canFulfill || isFulfilled || order.status === "cancelled") return null;
  const words = texts.orderActions.fulfill;
  // If there is only one fulfillment order, the button that sends the order to an app is among the page's own actions.
  const hasSeveralFulfillmentOrders = order.fulfillment_orders.length > 1;
  return (
    <>
      <DialogButton
        label={words.button}
        accessibleName={words.from({ location: locationName })}
        title={words.from({ location: locationName })}
        button={primaryButton}
      >
        {(close) => <FulfillForm order={order} fulfillmentOrder={fulfillmentOrder} onClose={close} />}
      </DialogButton>
      {hasSeveralFulfillmentOrders && (
        <FulfillByApp
          orderIds={[order.id]}
          fulfillmentOrderId={fulfillmentOrder.id}
          locationName={locationName}
        />
      )}
    </>
  );
}
