import { FulfilByApp } from "../../fulfil-by-app/fulfil-by-app.tsx";
import type { Order } from "../../orders/order-queries.ts";
import { DialogButton } from "./dialog-button.tsx";
import { FulfilForm, type Share } from "./fulfil-form.tsx";
import { strings } from "./strings.ts";
import { useMayFulfil } from "./use-may-fulfil.ts";

interface ShareActionsProps {
  order: Order;
  share: Share;
  /** What the location is called. */
  place: string;
}

const primary = { size: "xs", variant: "filled" } as const;

/** Sends what one location is still to send, by hand or by an app. */
export function ShareActions({ order, share, place }: ShareActionsProps) {
  const mayFulfil = useMayFulfil();
  const isOver = share.line_items.every(({ unfulfilled_quantity }) => unfulfilled_quantity === 0);
  if (!mayFulfil || isOver || order.status === "cancelled") return null;
  const { fulfil } = strings;
  return (
    <>
      <DialogButton
        label={fulfil.button}
        spoken={fulfil.from(place)}
        title={fulfil.from(place)}
        button={primary}
      >
        {(close) => <FulfilForm order={order} share={share} onClose={close} />}
      </DialogButton>
      {order.fulfillment_orders.length > 1 && (
        <FulfilByApp orderIds={[order.id]} fulfillmentOrderId={share.id} from={place} />
      )}
    </>
  );
}
