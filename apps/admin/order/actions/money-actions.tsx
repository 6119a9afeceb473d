import type { Order } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { DialogButton } from "./dialog-button.tsx";
import { RecordPaymentForm } from "./record-payment.tsx";
import { RefundForm } from "./refund-form.tsx";
import { computeRefundableAmount, computeRestockableUnits, isPositive } from "./remaining-amounts.ts";

/**
 * Show the buttons that record a payment and refund an order, if the order's state and the person's permissions
 * allow it.
 */
export function MoneyActions({ order }: { order: Order }) {
  const hasAnyRight = usePermissions();
  const paymentWords = texts.orderActions.payment;
  const refundWords = texts.orderActions.refund;
  const canRecordPayment =
    hasAnyRight("orders.record_payments") && order.status !== "cancelled" && isPositive(order.amount_due);
  const canRefund =
    hasAnyRight("orders.refund") &&
    (isPositive(computeRefundableAmount(order)) ||
      order.line_items.some((line) => computeRestockableUnits(order, line) > 0));
  return (
    <>
      {canRecordPayment && (
        <DialogButton label={paymentWords.button} title={paymentWords.button}>
          {(close) => <RecordPaymentForm order={order} onClose={close} />}
        </DialogButton>
      )}
      {canRefund && (
        <DialogButton label={refundWords.button} title={refundWords.title({ number: order.order_number })}>
          {(close) => <RefundForm order={order} onClose={close} />}
        </DialogButton>
      )}
    </>
  );
}
