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
 * Show the button that opens the form to cancel a refund. The refunded amount then counts as paid again; the person can
 * also choose to remove the restocked units from stock.
 */
export function CancelRefund({ order, refund }: { order: Order; refund: Refund }) {
  const admin = useAdminConsole();
  const canWrite = usePermissions()("orders.refund");
  const hasUnits = refund.restock_items.length > 0 && order.status !== "cancelled";
  const specs = useMemo(
    () =>
      hasUnits
        ? buildFieldSpecs(operations.cancelRefund.body as PlainSchema, { is_revert_restock: words.revert })
        : [],
    [hasUnits],
  );
  if (!canWrite || refund.status === "cancelled") return null;
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
            isChange={false}
            submit={words.button}
            done={words.done}
            onSubmit={(values, submitOnce) => {
              // The specs come from this operation's schema.
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
