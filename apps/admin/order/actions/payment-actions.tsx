import { ConfirmButton, formatMoney, useAdminConsole } from "@souk/ui";
import { type Order, staleWithOrders } from "../../orders/order-queries.ts";
import { texts } from "../../texts.ts";
import { useMay } from "../../use-may.ts";
import { computeRemaining, isPositive } from "./left.ts";

type Transaction = Order["transactions"][number];

interface PaymentProps {
  order: Order;
  transaction: Transaction;
}

type PaymentOperation = keyof typeof texts.orderActions.paymentSteps;

/** Return the labels of the two ways in which a pending transaction of a kind can end. */
function getOutcomes(kind: Transaction["kind"]): [good: PaymentOperation, bad: PaymentOperation] {
  if (kind === "authorization") return ["authorized", "notAuthorized"];
  return kind === "capture" ? ["captured", "notCaptured"] : ["paid", "failed"];
}

/**
 * Return the actions on an unfinished payment; a cancelled order accepts pending payments, but no new ones.
 */
function listOperations(order: Order, transaction: Transaction): PaymentOperation[] {
  const { kind, status } = transaction;
  const takesMoney = order.status !== "cancelled";
  if (status === "pending") {
    const [good, bad] = getOutcomes(kind);
    return takesMoney || kind !== "authorization" ? [good, bad] : [bad];
  }
  if (kind !== "authorization" || !isPositive(computeRemaining(order, transaction))) return [];
  return takesMoney ? ["capture", "void"] : ["void"];
}

/** Show the actions that complete a pending payment, and capture or void an authorized one. */
export function PaymentActions({ order, transaction }: PaymentProps) {
  const mayWrite = useMay()("write_orders");
  if (!mayWrite) return null;
  return listOperations(order, transaction).map((operation) => (
    <PaymentAction key={operation} operation={operation} order={order} transaction={transaction} />
  ));
}

function PaymentAction({ operation, order, transaction }: PaymentProps & { operation: PaymentOperation }) {
  const admin = useAdminConsole();
  const { id, kind, status, amount, currency_code } = transaction;
  const left = status === "pending" ? amount : computeRemaining(order, transaction);
  const shown = formatMoney(left, currency_code);
  const words = texts.orderActions.paymentSteps[operation];
  const end = (to: "success" | "failure", idempotencyKey: string) =>
    admin.transactions.update({ params: { order_id: order.id, id }, body: { status: to }, idempotencyKey });
  const follow = (body: { kind: "capture" | "void"; amount?: string }, idempotencyKey: string) =>
    admin.transactions.create({
      params: { order_id: order.id },
      body: { ...body, parent_id: id },
      idempotencyKey,
    });
  const succeed = (key: string) => end("success", key);
  const fail = (key: string) => end("failure", key);
  const runs: { readonly [D in PaymentOperation]: (key: string) => Promise<unknown> } = {
    paid: succeed,
    authorized: succeed,
    captured: succeed,
    failed: fail,
    notAuthorized: fail,
    notCaptured: fail,
    // As it was shown: what is left may have become less meanwhile.
    capture: (key) => follow({ kind: "capture", amount: left }, key),
    void: (key) => follow({ kind: "void" }, key),
  };
  return (
    <ConfirmButton
      danger={runs[operation] === fail || operation === "void"}
      label={words.button}
      spoken={texts.orderActions.paymentStepLabel({
        button: words.button,
        payment: `${texts.order.payments.kinds[kind]} ${id}`,
        amount: shown,
      })}
      button={{ size: "xs" }}
      title={words.ask({ amount: shown })}
      confirm={"confirm" in words ? words.confirm({ amount: shown }) : words.button}
      done={words.done({ amount: shown })}
      onConfirm={runs[operation]}
      refresh={staleWithOrders}
    >
      {words.text}
    </ConfirmButton>
  );
}
