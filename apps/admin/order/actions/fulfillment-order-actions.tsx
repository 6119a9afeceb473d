import { FulfillByApp } from "../../fulfill-by-app/fulfill-by-app.tsx";
import type { Order } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { useMayFulfill } from "../../use-may.ts";
import { DialogButton } from "./dialog-button.tsx";
import { FulfillForm, type FulfillmentOrder } from "./fulfill-form.tsx";

interface FulfillmentOrderActionsProps {
  order: Order;
  fulfillmentOrder: FulfillmentOrder;
  locationName: string;
}

const primary = { size: "xs", variant: "filled" } as const;

/** Show the actions that fulfill the open units of one location, by hand or by an app. */
export function FulfillmentOrderActions({
  order,
  fulfillmentOrder,
  locationName,
}: FulfillmentOrderActionsProps) {
  const mayFulfill = useMayFulfill();
  const isFulfilled = fulfillmentOrder.line_items.every(
    ({ unfulfilled_quantity }) => unfulfilled_quantity === 0,
  );
  if (!mayFulfill || isFulfilled || order.status === "cancelled") return null;
  const { fulfill } = texts.orderActions;
  return (
    <>
      <DialogButton
        label={fulfill.button}
        spoken={fulfill.from({ place: locationName })}
        title={fulfill.from({ place: locationName })}
        button={primary}
      >
        {(close) => <FulfillForm order={order} fulfillmentOrder={fulfillmentOrder} onClose={close} />}
      </DialogButton>
      {order.fulfillment_orders.length > 1 && (
        <FulfillByApp orderIds={[order.id]} fulfillmentOrderId={fulfillmentOrder.id} from={locationName} />
      )}
    </>
  );
}
