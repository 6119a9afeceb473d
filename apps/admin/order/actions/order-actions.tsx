import { Button } from "@mantine/core";
import { useAction, useAdminConsole } from "@souk/ui";
import { AppLinks } from "../../app-links/app-links.tsx";
import { FulfilByApp } from "../../fulfil-by-app/fulfil-by-app.tsx";
import { type Order, staleWithOrders, useShowOrder } from "../../orders/order-queries.ts";
import { useMay } from "../../use-may.ts";
import { CancelOrder } from "./cancel-order.tsx";
import { strings } from "./strings.ts";

/** What can be done with an order as it stands, by who may. */
export function OrderActions({ order }: { order: Order }) {
  const may = useMay();
  return (
    <>
      {order.status !== "cancelled" && <FulfilByApp orderIds={[order.id]} />}
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

/** An order that is done with is closed; that is no end, it can be opened again. */
function CloseOrOpen({ order: { id, status, order_number } }: { order: Order }) {
  const admin = useAdminConsole();
  const show = useShowOrder();
  const isOpen = status === "open";
  const words = isOpen ? strings.close : strings.open;
  const action = useAction({
    run: () => (isOpen ? admin.orders.close({ params: { id } }) : admin.orders.open({ params: { id } })),
    done: words.done(order_number),
    onDone: show,
    refresh: staleWithOrders,
  });
  return (
    <Button variant="default" loading={action.isRunning} onClick={() => action.start()}>
      {words.button}
    </Button>
  );
}
