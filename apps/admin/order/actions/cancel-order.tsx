import { Button, Group, Stack, Text } from "@mantine/core";
import { fulfillmentStates, isWay, operations } from "@souk/contract";
import { SchemaForm, useAdminConsole } from "@souk/ui";
import { type Order, staleWithOrders, useShowOrder } from "../../orders/order-queries.ts";
import { strings as orderStrings } from "../strings.ts";
import { DialogButton } from "./dialog-button.tsx";
import { strings } from "./strings.ts";

const red = { variant: "outline", color: "red" };

const words = strings.cancel;

/** Cancels an order for good, after asking why and what becomes of its units. What is sent is cancelled first. */
export function CancelOrder({ order }: { order: Order }) {
  const isSent = order.fulfillments.some(({ status }) => status !== "cancelled");
  return (
    <DialogButton label={words.button} title={words.title(order.order_number)} button={red}>
      {(close) =>
        isSent ? <SentFirst order={order} onClose={close} /> : <Cancelling order={order} onClose={close} />
      }
    </DialogButton>
  );
}

/** Which shipments stand in the way: the platform cancels no order that is sent. */
function SentFirst({ order, onClose }: { order: Order; onClose: () => void }) {
  const named = (isOpen: boolean) =>
    order.fulfillments
      .filter(({ status }) => status !== "cancelled")
      .filter(({ status }) => isWay(fulfillmentStates, status, "cancelled") === isOpen)
      .map(({ id }) => orderStrings.shipments.name(id))
      .join(", ");
  const [open, delivered] = [named(true), named(false)];
  return (
    <Stack>
      {open !== "" && <Text>{words.sent(open)}</Text>}
      {delivered !== "" && <Text>{words.delivered(delivered)}</Text>}
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
        words={words.fields}
        initial={{ restock: true }}
        submit={words.button}
        done={words.done(order_number)}
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
