import { Button } from "@mantine/core";
import { useAction, useAdminConsole } from "@souk/ui";
import { AppLinks } from "../../app-links/app-links.tsx";
import { FulfillByApp } from "../../fulfill-by-app/fulfill-by-app.tsx";
import { type Order, queriesShowingOrders, useCacheOrder } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { CancelOrder } from "./cancel-order.tsx";

/** Show the actions on an order that its state and the person's permissions allow. */
export function OrderActions({ order }: { order: Order }) {
  const hasAnyRight = usePermissions();
  return (
    <>
      {order.status !== "cancelled" && <FulfillByApp orderIds={[order.id]} />}
      <AppLinks placement="order" ids={[order.id]} />
      {hasAnyRight("orders.edit") && order.status !== "cancelled" && <CloseOrReopenButton order={order} />}
      {hasAnyRight("orders.cancel") && order.status !== "cancelled" && <CancelOrder order={order} />}
    </>
  );
}

/** Show the button that closes an order, or reopens a closed one. */
function CloseOrReopenButton({ order: { id, status, order_number } }: { order: Order }) {
  const admin = useAdminConsole();
  const cacheOrder = useCacheOrder();
  const isOpen = status === "open";
  const words = isOpen ? texts.orderActions.close : texts.orderActions.open;
  const action = useAction({
    run: () => (isOpen ? admin.orders.close({ params: { id } }) : admin.orders.open({ params: { id } })),
    done: words.done({ number: order_number }),
    onDone: cacheOrder,
    refresh: queriesShowingOrders,
  });
  return (
    <Button variant="default" loading={action.isRunning} onClick={() => action.start()}>
      {words.button}
    </Button>
  );
}
