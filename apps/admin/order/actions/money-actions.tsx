import type { Order } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { useMay } from "../../use-may.ts";
import { DialogButton } from "./dialog-button.tsx";
import { isPositive, refundable, restockable } from "./left.ts";
import { RecordPayment } from "./record-payment.tsx";
import { RefundForm } from "./refund-form.tsx";

/** Show the actions for payments and refunds of an order, as far as they apply. */
export function MoneyActions({ order }: { order: Order }) {
  const mayWrite = useMay()("write_orders");
  if (!mayWrite) return null;
  const { payment, refund } = texts.orderActions;
  const canPay = order.status !== "cancelled" && isPositive(order.amount_due);
  const canRefund =
    isPositive(refundable(order)) || order.line_items.some((line) => restockable(order, line) > 0);
  return (
    <>
      {canPay && (
        <DialogButton label={payment.button} title={payment.button}>
          {(close) => <RecordPayment order={order} onClose={close} />}
        </DialogButton>
      )}
      {canRefund && (
        <DialogButton label={refund.button} title={refund.title({ number: order.order_number })}>
          {(close) => <RefundForm order={order} onClose={close} />}
        </DialogButton>
      )}
    </>
  );
}
