import { maxRefunds } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { formatMinorUnits } from "../amounts.ts";
import { assertChildLimit, assertNoteLimit } from "../assert-limits.ts";
import type { ChildEvent, OrderChange } from "../change-order.ts";
import type { LockedOrder } from "../load-orders.ts";
import { buildChildText, buildRefundJson } from "../order-children-json.ts";
import type { Order, RefundLineRow, RefundRow, TransactionRow } from "../order-rows.ts";
import { reserveIds } from "../reserve-ids.ts";
import { buildFollowUpFields } from "../transactions/remaining-transactions.ts";
import { computePointsToRefund } from "./points-to-refund.ts";
import type { RefundMoney } from "./refund-money.ts";
import type { RestockedUnits } from "./restock-units.ts";

/** A validated refund. */
export interface NewRefund {
  /** Null if no money is refunded. */
  money: RefundMoney | null;
  units: readonly RestockedUnits[];
  note: string;
  reference: string;
}

/** Build the JSON text of a refund of an order. */
export function buildRefundText(order: Order, store: Store, id: number): string {
  const row = order.refunds.find((refund) => refund.id === id);
  if (!row) throw new Error(`Order ${order.order.id} has no refund ${id}.`);
  return buildChildText(buildRefundJson, { store, order }, row);
}

/** Create the function that builds the events about a refund. */
export function createRefundEventsBuilder(
  store: Store,
  { topic, id }: Pick<ChildEvent, "id"> & { topic: "refund/create" | "refund/cancel" },
): NonNullable<OrderChange["buildChildEvents"]> {
  return (after) => [{ topic, id, snapshot: buildRefundText(after, store, id) }];
}

function buildRefundTransaction(
  { before, changedAt }: LockedOrder,
  { money, reference, id }: { money: RefundMoney; reference: string; id: number },
): TransactionRow {
  const { payment, amount } = money;
  return {
    ...buildFollowUpFields(payment),
    id,
    kind: "refund",
    status: "success",
    amount: formatMinorUnits(amount, before.order.currency_decimals),
    points: computePointsToRefund(before, payment, amount),
    reference,
    processed_at: changedAt,
    created_at: changedAt,
    updated_at: changedAt,
  };
}

/**
 * Build the change that adds a refund to an order: its record, its transaction and the units that it restocks.
 * @throws ApiError `conflict` if the order has the maximum number of refunds, or if all its notes together are too long
 */
export async function addRefund(
  tx: Transaction,
  { store, locked }: { store: Store; locked: LockedOrder },
  { money, units, note, reference }: NewRefund,
): Promise<OrderChange> {
  const { before, changedAt } = locked;
  assertChildLimit(before.refunds, { field: "refunds", max: maxRefunds });
  const ids = await reserveIds(tx, {
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
    created_at: changedAt,
    updated_at: changedAt,
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
  assertNoteLimit(before, after);
  return {
    after,
    reason: "refund",
    context: "refund/create",
    buildChildEvents: createRefundEventsBuilder(store, { topic: "refund/create", id }),
  };
}
