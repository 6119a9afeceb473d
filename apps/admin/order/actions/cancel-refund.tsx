import { Stack, Text } from "@mantine/core";
import { type OperationBody, operations } from "@souk/contract";
import { fieldSpecs, formatMoney, type PlainSchema, SpecForm, useAdminConsole } from "@souk/ui";
import { useMemo } from "react";
import { type Order, staleWithOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { useMay } from "../../use-may.ts";
import { DialogButton } from "./dialog-button.tsx";

type Refund = Order["refunds"][number];

const words = texts.orderActions.cancelRefund;
const look = { size: "xs", variant: "outline", color: "red" };

/**
 * Show the form that cancels a refund: its money counts as paid again, and on request its units leave the
 * stock again.
 */
export function CancelRefund({ order, refund }: { order: Order; refund: Refund }) {
  const admin = useAdminConsole();
  const mayWrite = useMay()("write_orders");
  const hasUnits = refund.restock_items.length > 0 && order.status !== "cancelled";
  const specs = useMemo(
    () =>
      hasUnits
        ? fieldSpecs(operations.cancelRefund.body as PlainSchema, { is_revert_restock: words.revert })
        : [],
    [hasUnits],
  );
  if (!mayWrite || refund.status === "cancelled") return null;
  const params = { order_id: order.id, id: refund.id };
  const amount = formatMoney(refund.amount, refund.currency_code);
  return (
    <DialogButton
      label={words.button}
      spoken={words.label({ id: refund.id, amount })}
      title={words.title({ amount })}
      button={look}
    >
      {(close) => (
        <Stack>
          <Text>{words.text}</Text>
          <SpecForm
            specs={specs}
            initial={{ is_revert_restock: false }}
            isChange={false}
            submit={words.button}
            done={words.done}
            onSubmit={(values, once) => {
              // The field was made from this operation's schema.
              const body = values as OperationBody<typeof operations.cancelRefund>;
              return once(body, (idempotencyKey) => admin.refunds.cancel({ params, body, idempotencyKey }));
            }}
            refresh={staleWithOrders}
            onDone={close}
            onCancel={close}
            cancel={words.keep}
          />
        </Stack>
      )}
    </DialogButton>
  );
}
