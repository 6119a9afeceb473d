import assert from "node:assert/strict";
import type { OrderDocument } from "../orders-rig.ts";
import { moneyOf } from "./assert-order.ts";
import { unitsOf } from "./order-parts.ts";

/** What an order says of its money and its units, by name; those of a line by its id. */
function sumsOf(order: OrderDocument): ReadonlyMap<string, number> {
  return new Map([
    ["paid", unitsOf(order.total_paid)],
    ["refunded", unitsOf(order.total_refund_amount)],
    ["authorized", moneyOf(order).authorized],
    ["credit", unitsOf(order.credit_used)],
    ["points", order.point_used],
    ...order.line_items.flatMap((line): [string, number][] => [
      [`sent of ${line.id}`, line.fulfilled_quantity],
      [`open of ${line.id}`, line.unfulfilled_quantity],
      [`refunded of ${line.id}`, line.refunded_quantity],
      [`returned of ${line.id}`, line.returned_quantity],
    ]),
  ]);
}

/** Holds the difference between an order's sums before and after a step against what the step was to move. */
export function assertMoved(
  before: OrderDocument,
  after: OrderDocument,
  moves: ReadonlyMap<string, number>,
): void {
  const was = sumsOf(before);
  const moved = [...sumsOf(after)].map(([name, is]) => [name, is - (was.get(name) ?? 0)] as const);
  const isMoved = ([, by]: readonly [string, number]) => by !== 0;
  assert.deepEqual(new Map(moved.filter(isMoved)), new Map([...moves].filter(isMoved)), "what a step moves");
}
