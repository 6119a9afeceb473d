import { Button } from "@mantine/core";
import { useAction, useAdminConsole } from "@souk/ui";
import { AppLinks } from "../../app-links/app-links.tsx";
import { FulfillByApp } from "../../fulfill-by-app/fulfill-by-app.tsx";
import { type Order, staleWithOrders, useShowOrder } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { useMay } from "../../use-may.ts";
import { CancelOrder } from "./cancel-order.tsx";

/** Show the actions that an order's state and the person's permissions allow. */
export function OrderActions({ order }: { order: Order }) {
  const may = useMay();
  return (
    <>
      {order.status !== "cancelled" && <FulfillByApp orderIds={[order.id]} />}
      <AppLinks placement="order" ids={[order.id]} />
      {may("write_orders") && order.status !== "cancelled" && (
        <>
          <CloseOrOpen order={order} />
          <CancelOrder order={order} />
        </>
      )}
    </>
  );
}

/** Show the button that closes an order, or reopens a closed one. */
function CloseOrOpen({ order: { id, status, order_number } }: { order: Order }) {
  const admin = useAdminConsole();
  const show = useShowOrder();
  const isOpen = status === "open";
  const words = isOpen ? texts.orderActions.close : texts.orderActions.open;
  const action = useAction({
    run: () => (isOpen ? admin.orders.close({ params: { id } }) : admin.orders.open({ params: { id } })),
    done: words.done({ number: order_number }),
    onDone: show,
    refresh: staleWithOrders,
  });
  return (
    <Button variant="default" loading={action.isRunning} onClick={() => action.start()}>
      {words.button}
    </Button>
  );
}
