import { Button, Group, Stack, Text } from "@mantine/core";
import { canTransition, fulfillmentStates, operations } from "@souk/contract";
import { SchemaForm, useAdminConsole } from "@souk/ui";
import { type Order, queriesShowingOrders, useCacheOrder } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { DialogButton } from "./dialog-button.tsx";

const redButton = { variant: "outline", color: "red" };

const words = texts.orderActions.cancel;
const { reason, restock } = words.fields;
const fieldWords = { reason: { ...reason, kind: "multiline" }, restock } as const;

/**
 * Show the button that opens the form to cancel an order. If the order has shipments, the dialog instead lists the shipments
 * that prevent canceling the order.
 */
export function CancelOrder({ order }: { order: Order }) {
  const hasShipments = order.fulfillments.some(({ status }) => status !== "cancelled");
  return (
    <DialogButton label={words.button} title={words.title({ number: order.order_number })} button={redButton}>
      {(close) =>
        hasShipments ? (
          <BlockingShipments order={order} onClose={close} />
        ) : (
          <CancelOrderForm order={order} onClose={close} />
        )
      }
    </DialogButton>
  );
}

/** Show the shipments that prevent canceling the order. */
function BlockingShipments({ order, onClose }: { order: Order; onClose: () => void }) {
  const joinNames = (isCancelable: boolean) =>
    order.fulfillments
      .filter(({ status }) => status !== "cancelled")
      .filter(({ status }) => canTransition(fulfillmentStates, status, "cancelled") === isCancelable)
      .map(({ id }) => texts.order.shipments.name({ id }))
      .join(", ");
  const cancelableNames = joinNames(true);
  const deliveredNames = joinNames(false);
  return (
    <Stack>
      {cancelableNames !== "" && <Text>{words.activeShipments({ shipments: cancelableNames })}</Text>}
      {deliveredNames !== "" && <Text>{words.delivered({ shipments: deliveredNames })}</Text>}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {words.keep}
        </Button>
      </Group>
    </Stack>
  );
}

function CancelOrderForm({ order: { id, order_number }, onClose }: { order: Order; onClose: () => void }) {
  const admin = useAdminConsole();
  const cacheOrder = useCacheOrder();
  return (
    <Stack>
      <Text>{words.text}</Text>
      <SchemaForm
        operation={operations.cancelOrder}
        words={fieldWords}
        initial={{ restock: true }}
        submit={words.button}
        done={words.done({ number: order_number })}
        onSubmit={(body, idempotencyKey) => admin.orders.cancel({ params: { id }, body, idempotencyKey })}
        refresh={queriesShowingOrders}
        onDone={(response) => {
          cacheOrder(response);
          onClose();
        }}
        onCancel={onClose}
        cancel={words.keep}
      />
    </Stack>
  );
}
