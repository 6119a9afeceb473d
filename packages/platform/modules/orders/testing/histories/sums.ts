import assert from "node:assert/strict";
import type { OrderDocument } from "../orders-fixture.ts";
import { sumMoney } from "./assert-order.ts";
import { toUnits } from "./order-parts.ts";

/** Collect an order's sums of money and units by name; units of a line include the line's id. */
function collectSums(order: OrderDocument): ReadonlyMap<string, number> {
  return new Map([
    ["paid", toUnits(order.total_paid)],
    ["refunded", toUnits(order.total_refund_amount)],
    ["authorized", sumMoney(order).authorized],
    ["credit", toUnits(order.credit_used)],
    ["points", order.point_used],
    ...order.line_items.flatMap((line): [string, number][] => [
      [`sent of ${line.id}`, line.fulfilled_quantity],
      [`open of ${line.id}`, line.unfulfilled_quantity],
      [`refunded of ${line.id}`, line.refunded_quantity],
      [`returned of ${line.id}`, line.returned_quantity],
    ]),
  ]);
}

/** Assert that a step changed an order's sums as expected. */
export function assertSumsMoved(
  before: OrderDocument,
  after: OrderDocument,
  moves: ReadonlyMap<string, number>,
): void {
  const sumsBefore = collectSums(before);
  const moved = [...collectSums(after)].map(
    ([name, sum]) => [name, sum - (sumsBefore.get(name) ?? 0)] as const,
  );
  const isMoved = ([, change]: readonly [string, number]) => change !== 0;
  assert.deepEqual(new Map(moved.filter(isMoved)), new Map([...moves].filter(isMoved)), "what a step moves");
}
