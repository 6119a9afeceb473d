import { Button, Group, Stack, Text } from "@mantine/core";
import { canTransition, fulfillmentStates, operations } from "@souk/contract";
import { SchemaForm, useAdminConsole } from "@souk/ui";
import { type Order, staleWithOrders, useShowOrder } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { DialogButton } from "./dialog-button.tsx";

const red = { variant: "outline", color: "red" };

const words = texts.orderActions.cancel;
const { reason, restock } = words.fields;
const fields = { reason: { ...reason, kind: "multiline" }, restock } as const;

/**
 * Show the form that cancels an order permanently, with the reason and whether to restock. Shipments must be
 * cancelled first.
 */
export function CancelOrder({ order }: { order: Order }) {
  const isSent = order.fulfillments.some(({ status }) => status !== "cancelled");
  return (
    <DialogButton label={words.button} title={words.title({ number: order.order_number })} button={red}>
      {(close) =>
        isSent ? <SentFirst order={order} onClose={close} /> : <Cancelling order={order} onClose={close} />
      }
    </DialogButton>
  );
}

/** Show the shipments that block the cancellation: the platform does not cancel a shipped order. */
function SentFirst({ order, onClose }: { order: Order; onClose: () => void }) {
  const named = (isOpen: boolean) =>
    order.fulfillments
      .filter(({ status }) => status !== "cancelled")
      .filter(({ status }) => canTransition(fulfillmentStates, status, "cancelled") === isOpen)
      .map(({ id }) => texts.order.shipments.name({ id }))
      .join(", ");
  const [open, delivered] = [named(true), named(false)];
  return (
    <Stack>
      {open !== "" && <Text>{words.activeShipments({ shipments: open })}</Text>}
      {delivered !== "" && <Text>{words.delivered({ shipments: delivered })}</Text>}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {words.keep}
        </Button>
      </Group>
    </Stack>
  );
}

function Cancelling({ order: { id, order_number }, onClose }: { order: Order; onClose: () => void }) {
  const admin = useAdminConsole();
  const show = useShowOrder();
  return (
    <Stack>
      <Text>{words.text}</Text>
      <SchemaForm
        operation={operations.cancelOrder}
        words={fields}
        initial={{ restock: true }}
        submit={words.button}
        done={words.done({ number: order_number })}
        onSubmit={(body, idempotencyKey) => admin.orders.cancel({ params: { id }, body, idempotencyKey })}
        refresh={staleWithOrders}
        onDone={(answer) => {
          show(answer);
          onClose();
        }}
        onCancel={onClose}
        cancel={words.keep}
      />
    </Stack>
  );
}
