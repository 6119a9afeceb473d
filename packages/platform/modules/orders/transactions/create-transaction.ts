import { type FieldError, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { changeOrder, type OrderChange } from "../change-order.ts";
import type { LockedOrder } from "../load-orders.ts";
import { nextIds } from "../next-ids.ts";
import type { OrderDesk } from "../order-desk.ts";
import { addRefund } from "../refunds/add-refund.ts";
import { refundMoney, sentUnits } from "../refunds/refund-money.ts";
import { doneFaults, followerFaults, readTransaction } from "./read-transaction.ts";
import { requireRoom, requireTakesMoney } from "./takes-money.ts";
import { transactionText } from "./transaction-text.ts";

type CreateCall = Call<typeof operations.createTransaction>;

const names = { amount: "amount", payment_id: "parent_id" } as const;

/** A refund of money alone, with the record that goes with it. */
function refund(tx: Transaction, { store, body }: CreateCall, locked: LockedOrder): Promise<OrderChange> {
  const faults: FieldError[] = doneFaults(body);
  const units = sentUnits(body.amount, { order: locked.before, path: names.amount }, faults);
  const asked = { units, payment_id: body.parent_id, names };
  const money = refundMoney(locked.before, asked, faults);
  faults.push(...followerFaults(body, money?.payment ?? null));
  if (faults.length > 0) refuse("invalid", { fields: faults });
  const reference = body.reference?.trim() ?? "";
  return addRefund(tx, { store, locked }, { money, units: [], note: "", reference });
}

async function record(
  tx: Transaction,
  { store, body }: CreateCall,
  { before, at }: LockedOrder,
): Promise<OrderChange> {
  if (body.kind !== "void") requireTakesMoney(before);
  const faults: FieldError[] = [];
  const read = readTransaction(body, { order: before, currency_code: store.currency_code, faults });
  if (read === null || faults.length > 0) refuse("invalid", { fields: faults });
  if (body.kind !== "void") requireRoom(before, read);
  const ids = await nextIds(tx, { transactions: 1 });
  const processed_at = read.status === "pending" ? null : at;
  const row = { ...read, id: ids.transactions[0] ?? 0, processed_at, created_at: at, updated_at: at };
  return {
    after: { ...before, transactions: [...before.transactions, row] },
    reason: `order ${body.kind}`,
    context: "order/update",
  };
}

/**
 * Records money of an order: paid, authorized, captured, voided or given back.
 * @throws Refusal not_found; invalid naming what is wrong; conflict when the order is cancelled, or a balance too small
 */
export async function createTransaction(
  desk: OrderDesk,
  tx: Transaction,
  call: CreateCall,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { order } = await changeOrder(desk, tx, { ...call, order_id: params.order_id }, (locked) =>
    body.kind === "refund" ? refund(tx, call, locked) : record(tx, call, locked),
  );
  // A new transaction is the last one.
  return recordText("transaction", transactionText(order, store, order.transactions.at(-1)?.id ?? 0));
}
