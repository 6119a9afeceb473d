import { mostRefunds } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { fromUnits } from "../amounts.ts";
import type { OrderChange, Telling } from "../change-order.ts";
import type { LockedOrder } from "../load-orders.ts";
import { nextIds } from "../next-ids.ts";
import type { Order, RefundLineRow, RefundRow, TransactionRow } from "../order-rows.ts";
import { partText, refundJson } from "../parts-json.ts";
import { requireNoteRoom, requirePartRoom } from "../require-room.ts";
import { following } from "../transactions/payments-left.ts";
import { pointsBack } from "./points-back.ts";
import type { RefundMoney } from "./refund-money.ts";
import type { RestockedUnits } from "./restock-units.ts";

/** A refund that was found right. */
export interface PlannedRefund {
  /** Null: it gives no money back. */
  money: RefundMoney | null;
  units: readonly RestockedUnits[];
  note: string;
  reference: string;
}

/** The JSON of a refund of an order. */
export function refundText(order: Order, store: Store, id: number): string {
  const row = order.refunds.find((refund) => refund.id === id);
  if (!row) throw new Error(`Order ${order.order.id} has no refund ${id}.`);
  return partText(refundJson, { store, order }, row);
}

/** What a change tells of a refund. */
export function tellsRefund(
  store: Store,
  { fact, id }: Pick<Telling, "id"> & { fact: "refund_created" | "refund_cancelled" },
): NonNullable<OrderChange["tells"]> {
  return (after) => [{ fact, id, text: refundText(after, store, id) }];
}

function refundTransaction(
  { before, at }: LockedOrder,
  { money, reference, id }: { money: RefundMoney; reference: string; id: number },
): TransactionRow {
  const { payment, units } = money;
  return {
    ...following(payment),
    id,
    kind: "refund",
    status: "success",
    amount: fromUnits(units, before.order.currency_decimals),
    points: pointsBack(before, payment, units),
    reference,
    processed_at: at,
    created_at: at,
    updated_at: at,
  };
}

/**
 * The change of an order that a refund makes: its record, its transaction and the units that it puts back.
 * @throws Refusal conflict when the order has as many refunds, or words of their notes, as it can have
 */
export async function addRefund(
  tx: Transaction,
  { store, locked }: { store: Store; locked: LockedOrder },
  { money, units, note, reference }: PlannedRefund,
): Promise<OrderChange> {
  const { before, at } = locked;
  requirePartRoom(before.refunds, { name: "refunds", most: mostRefunds });
  const ids = await nextIds(tx, {
    refunds: 1,
    transactions: money === null ? 0 : 1,
    refund_lines: units.length,
  });
  const [id = 0] = ids.refunds;
  const [transactionId = 0] = ids.transactions;
  const transactions =
    money === null ? [] : [refundTransaction(locked, { money, reference, id: transactionId })];
  const refund: RefundRow = {
    id,
    status: "created",
    amount: transactions[0]?.amount ?? fromUnits(0n, before.order.currency_decimals),
    note,
    reference_number: reference,
    transaction_id: transactions[0]?.id ?? null,
    created_at: at,
    updated_at: at,
  };
  const lines = units.map(
    (unit, index): RefundLineRow => ({ ...unit, id: ids.refund_lines[index] ?? 0, refund_id: id }),
  );
  const after = {
    ...before,
    transactions: [...before.transactions, ...transactions],
    refunds: [...before.refunds, refund],
    refund_lines: [...before.refund_lines, ...lines],
  };
  requireNoteRoom(before, after);
  return {
    after,
    reason: "refund",
    context: "refund/create",
    tells: tellsRefund(store, { fact: "refund_created", id }),
  };
}
