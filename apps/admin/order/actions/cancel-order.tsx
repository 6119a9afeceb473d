import { Stack, Text } from "@mantine/core";
import { operations } from "@souk/contract";
import { SchemaForm, useAdminConsole } from "@souk/ui";
import { type Order, staleWithOrders, useShowOrder } from "../../orders/order-queries.ts";
import { DialogButton } from "./dialog-button.tsx";
import { strings } from "./strings.ts";

const red = { variant: "outline", color: "red" };

/** Cancels an order for good, after asking why and what becomes of its units. */
export function CancelOrder({ order: { id, order_number } }: { order: Order }) {
  const admin = useAdminConsole();
  const show = useShowOrder();
  const words = strings.cancel;
  return (
    <DialogButton label={words.button} title={words.title(order_number)} button={red}>
      {(close) => (
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
              close();
            }}
            onCancel={close}
          />
        </Stack>
      )}
    </DialogButton>
  );
}
