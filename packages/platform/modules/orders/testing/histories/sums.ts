import assert from "node:assert/strict";
import type { OrderDocument } from "../orders-fixture.ts";
import { sumMoney } from "./assert-order.ts";
import { toMinorUnits } from "./order-calculations.ts";

/** Collect an order's sums of money and units by name. The name of a sum of a line's units contains the line's id. */
function collectSums(order: OrderDocument): ReadonlyMap<string, number> {
  return new Map([
    ["paid", toMinorUnits(order.total_paid)],
    ["refunded", toMinorUnits(order.total_refund_amount)],
    ["authorized", sumMoney(order).authorized],
    ["credit", toMinorUnits(order.credit_used)],
    ["points", order.point_used],
    ...order.line_items.flatMap((line): [string, number][] => [
      [`fulfilled of ${line.id}`, line.fulfilled_quantity],
      [`open of ${line.id}`, line.unfulfilled_quantity],
      [`refunded of ${line.id}`, line.refunded_quantity],
      [`returned of ${line.id}`, line.returned_quantity],
    ]),
  ]);
}

/** Assert that a step changed an order's sums as expected. */
export function assertSumsChanged(
  before: OrderDocument,
  after: OrderDocument,
  expectedChanges: ReadonlyMap<string, number>,
): void {
  const sumsBefore = collectSums(before);
  const changes = [...collectSums(after)].map(
    ([name, sum]) => [name, sum - (sumsBefore.get(name) ?? 0)] as const,
  );
  const isChanged = ([, change]: readonly [string, number]) => change !== 0;
  assert.deepEqual(
    new Map(changes.filter(isChanged)),
    new Map([...expectedChanges].filter(isChanged)),
    "the sums that a step changes",
  );
}
