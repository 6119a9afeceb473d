import { maxRefunds } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { formatMinorUnits } from "../amounts.ts";
import { assertNoteRoom, assertPartRoom } from "../assert-room.ts";
import type { OrderChange, PartEvent } from "../change-order.ts";
import { drawIds } from "../draw-ids.ts";
import type { LockedOrder } from "../load-orders.ts";
import type { Order, RefundLineRow, RefundRow, TransactionRow } from "../order-rows.ts";
import { buildPartText, refundJson } from "../parts-json.ts";
import { copyGateway } from "../transactions/payments-left.ts";
import { computePointsToReturn } from "./points-back.ts";
import type { RefundMoney } from "./refund-money.ts";
import type { RestockedUnits } from "./restock-units.ts";

/** A validated refund. */
export interface PlannedRefund {
  /** Null if the refund returns no money. */
  money: RefundMoney | null;
  units: readonly RestockedUnits[];
  note: string;
  reference: string;
}

/** Build the JSON text of a refund of an order. */
export function buildRefundText(order: Order, store: Store, id: number): string {
  const row = order.refunds.find((refund) => refund.id === id);
  if (!row) throw new Error(`Order ${order.order.id} has no refund ${id}.`);
  return buildPartText(refundJson, { store, order }, row);
}

/** Build the function that creates the events about a refund. */
export function buildRefundEvents(
  store: Store,
  { topic, id }: Pick<PartEvent, "id"> & { topic: "refund/create" | "refund/cancel" },
): NonNullable<OrderChange["partEvents"]> {
  return (after) => [{ topic, id, snapshot: buildRefundText(after, store, id) }];
}

function buildRefundTransaction(
  { before, at }: LockedOrder,
  { money, reference, id }: { money: RefundMoney; reference: string; id: number },
): TransactionRow {
  const { payment, units } = money;
  return {
    ...copyGateway(payment),
    id,
    kind: "refund",
    status: "success",
    amount: formatMinorUnits(units, before.order.currency_decimals),
    points: computePointsToReturn(before, payment, units),
    reference,
    processed_at: at,
    created_at: at,
    updated_at: at,
  };
}

/**
 * Build the change that adds a refund to an order: its record, its transaction and the units that it restocks.
 * @throws ApiError conflict when the order has the maximum number of refunds, or of bytes in their notes
 */
export async function addRefund(
  tx: Transaction,
  { store, locked }: { store: Store; locked: LockedOrder },
  { money, units, note, reference }: PlannedRefund,
): Promise<OrderChange> {
  const { before, at } = locked;
  assertPartRoom(before.refunds, { name: "refunds", max: maxRefunds });
  const ids = await drawIds(tx, {
    refunds: 1,
    transactions: money === null ? 0 : 1,
    refund_lines: units.length,
  });
  const [id = 0] = ids.refunds;
  const [transactionId = 0] = ids.transactions;
  const transactions =
    money === null ? [] : [buildRefundTransaction(locked, { money, reference, id: transactionId })];
  const refund: RefundRow = {
    id,
    status: "created",
    amount: transactions[0]?.amount ?? formatMinorUnits(0n, before.order.currency_decimals),
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
  assertNoteRoom(before, after);
  return {
    after,
    reason: "refund",
    context: "refund/create",
    partEvents: buildRefundEvents(store, { topic: "refund/create", id }),
  };
}
