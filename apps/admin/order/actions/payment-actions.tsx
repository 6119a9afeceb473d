import { ConfirmButton, formatMoney, useAdminConsole } from "@souk/ui";
import { type Order, staleWithOrders } from "../../orders/order-queries.ts";
import { useMay } from "../../use-may.ts";
import { strings as orderStrings } from "../strings.ts";
import { isSome, leftOf } from "./left.ts";
import { strings } from "./strings.ts";

type Transaction = Order["transactions"][number];

interface PaymentProps {
  order: Order;
  transaction: Transaction;
}

type Deed = keyof typeof strings.ending;

/** How what waits can end, in the words of its kind. */
function endsOf(kind: Transaction["kind"]): [good: Deed, bad: Deed] {
  if (kind === "authorization") return ["authorized", "notAuthorized"];
  return kind === "capture" ? ["captured", "notCaptured"] : ["paid", "failed"];
}

/** What can become of a payment that is not over; an order that is cancelled takes what was promised before, and no more. */
function deedsOf(order: Order, transaction: Transaction): Deed[] {
  const { kind, status } = transaction;
  const takesMoney = order.status !== "cancelled";
  if (status === "pending") {
    const [good, bad] = endsOf(kind);
    return takesMoney || kind !== "authorization" ? [good, bad] : [bad];
  }
  if (kind !== "authorization" || !isSome(leftOf(order, transaction))) return [];
  return takesMoney ? ["capture", "void"] : ["void"];
}

/** Ends a payment that waits, and takes or gives up what is authorized. */
export function PaymentActions({ order, transaction }: PaymentProps) {
  const mayWrite = useMay()("write_orders");
  if (!mayWrite) return null;
  return deedsOf(order, transaction).map((deed) => (
    <PaymentAction key={deed} deed={deed} order={order} transaction={transaction} />
  ));
}

function PaymentAction({ deed, order, transaction }: PaymentProps & { deed: Deed }) {
  const admin = useAdminConsole();
  const { id, kind, status, amount, currency_code } = transaction;
  const left = status === "pending" ? amount : leftOf(order, transaction);
  const shown = formatMoney(left, currency_code);
  const words = strings.ending[deed];
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
  const runs: { readonly [D in Deed]: (key: string) => Promise<unknown> } = {
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
      danger={runs[deed] === fail || deed === "void"}
      label={words.button}
      spoken={strings.endingOf(words.button, `${orderStrings.payments.kinds[kind]} ${id}`, shown)}
      button={{ size: "xs" }}
      title={words.ask(shown)}
      confirm={words.button}
      done={words.done(shown)}
      onConfirm={runs[deed]}
      refresh={staleWithOrders}
    >
      {words.text}
    </ConfirmButton>
  );
}
