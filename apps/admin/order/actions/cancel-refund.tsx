import { Stack, Text } from "@mantine/core";
import { type OperationBody, operations } from "@souk/contract";
import { buildFieldSpecs, formatMoney, type PlainSchema, SpecForm, useAdminConsole } from "@souk/ui";
import { useMemo } from "react";
import { type Order, queriesShowingOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { DialogButton } from "./dialog-button.tsx";

type Refund = Order["refunds"][number];

const words = texts.orderActions.cancelRefund;
const buttonProps = { size: "xs", variant: "outline", color: "red" };

/**
 * Show the button that opens the form to cancel a refund. The amount of a canceled refund counts as paid again. In the form,
 * the person can choose to also remove the restocked units from stock.
 */
export function CancelRefund({ order, refund }: { order: Order; refund: Refund }) {
  const admin = useAdminConsole();
  const canRefund = usePermissions()("orders.refund");
  const canRevertRestock = refund.restock_items.length > 0 && order.status !== "cancelled";
  const specs = useMemo(
    () =>
      canRevertRestock
        ? buildFieldSpecs(operations.cancelRefund.body as PlainSchema, { is_revert_restock: words.revert })
        : [],
    [canRevertRestock],
  );
  if (!canRefund || refund.status === "cancelled") return null;
  const params = { order_id: order.id, id: refund.id };
  const amount = formatMoney(refund.amount, refund.currency_code);
  return (
    <DialogButton
      label={words.button}
      accessibleName={words.label({ id: refund.id, amount })}
      title={words.title({ amount })}
      button={buttonProps}
    >
      {(close) => (
        <Stack>
          <Text>{words.text}</Text>
          <SpecForm
            specs={specs}
            initial={{ is_revert_restock: false }}
            isEdit={false}
            submit={words.button}
            done={words.done}
            onSubmit={(values, submitOnce) => {
              // The values have this type, because the specs come from the operation's schema.
              const body = values as OperationBody<typeof operations.cancelRefund>;
              return submitOnce(body, (idempotencyKey) =>
                admin.refunds.cancel({ params, body, idempotencyKey }),
              );
            }}
            refresh={queriesShowingOrders}
            onDone={close}
            onCancel={close}
            cancel={words.keep}
          />
        </Stack>
      )}
    </DialogButton>
  );
}
