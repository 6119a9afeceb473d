import { ConfirmButton, formatMoney, useAdminConsole } from "@souk/ui";
import { type Order, queriesShowingOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { computeRemainingAmount, isPositive } from "./remaining-amounts.ts";

type Transaction = Order["transactions"][number];

interface PaymentActionsProps {
  order: Order;
  transaction: Transaction;
}

type PaymentOperation = keyof typeof texts.orderActions.paymentSteps;

/** Return the operations that mark a pending transaction of a kind as successful and as failed. */
function getOutcomeOperations(
  kind: Transaction["kind"],
): [success: PaymentOperation, failure: PaymentOperation] {
  if (kind === "authorization") return ["authorized", "notAuthorized"];
  return kind === "capture" ? ["captured", "notCaptured"] : ["paid", "failed"];
}

/**
 * List the operations on a pending transaction, or on an authorization with a remaining amount. If the order is canceled,
 * pending payments and captures can still succeed, but a pending authorization can only fail, and a successful one can only
 * be voided.
 */
function listOperations(order: Order, transaction: Transaction): PaymentOperation[] {
  const { kind, status } = transaction;
  const isActive = order.status !== "cancelled";
  if (status === "pending") {
    const [success, failure] = getOutcomeOperations(kind);
    return isActive || kind !== "authorization" ? [success, failure] : [failure];
  }
  if (kind !== "authorization" || !isPositive(computeRemainingAmount(order, transaction))) return [];
  return isActive ? ["capture", "void"] : ["void"];
}

/** Show the buttons that complete a pending transaction, and the buttons that capture or void an authorization. */
export function PaymentActions({ order, transaction }: PaymentActionsProps) {
  const canRecordPayments = usePermissions()("orders.record_payments");
  if (!canRecordPayments) return null;
  return listOperations(order, transaction).map((operation) => (
    <PaymentAction key={operation} operation={operation} order={order} transaction={transaction} />
  ));
}

function PaymentAction({
  operation,
  order,
  transaction,
}: PaymentActionsProps & { operation: PaymentOperation }) {
  const admin = useAdminConsole();
  const { id, kind, status, amount, currency_code } = transaction;
  const affectedAmount = status === "pending" ? amount : computeRemainingAmount(order, transaction);
  const formattedAmount = formatMoney(affectedAmount, currency_code);
  const words = texts.orderActions.paymentSteps[operation];
  const updateStatus = (newStatus: "success" | "failure", idempotencyKey: string) =>
    admin.transactions.update({
      params: { order_id: order.id, id },
      body: { status: newStatus },
      idempotencyKey,
    });
  const createChildTransaction = (
    body: { kind: "capture" | "void"; amount?: string },
    idempotencyKey: string,
  ) =>
    admin.transactions.create({
      params: { order_id: order.id },
      body: { ...body, parent_id: id },
      idempotencyKey,
    });
  const succeed = (key: string) => updateStatus("success", key);
  const fail = (key: string) => updateStatus("failure", key);
  const runByOperation: { readonly [O in PaymentOperation]: (key: string) => Promise<unknown> } = {
    paid: succeed,
    authorized: succeed,
    captured: succeed,
    failed: fail,
    notAuthorized: fail,
    notCaptured: fail,
    // Send the amount that was shown, so that the request fails if a smaller amount remains by now.
    capture: (key) => createChildTransaction({ kind: "capture", amount: affectedAmount }, key),
    void: (key) => createChildTransaction({ kind: "void" }, key),
  };
  return (
    <ConfirmButton
      danger={runByOperation[operation] === fail || operation === "void"}
      label={words.button}
      accessibleName={texts.orderActions.paymentStepLabel({
        button: words.button,
        payment: `${texts.order.payments.kinds[kind]} ${id}`,
        amount: formattedAmount,
      })}
      button={{ size: "xs" }}
      title={words.ask({ amount: formattedAmount })}
      confirm={"confirm" in words ? words.confirm({ amount: formattedAmount }) : words.button}
      done={words.done({ amount: formattedAmount })}
      onConfirm={runByOperation[operation]}
      refresh={queriesShowingOrders}
    >
      {words.text}
    </ConfirmButton>
  );
}
