import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-fixture.ts";
import { add, type History, type KnownOrder, type StepOfOrder } from "./history.ts";
import { countLineUnits, countUnitsInReturns } from "./order-parts.ts";

type Return = OrderDocument["returns"][number];

type Status = Return["status"];

/**
 * Count the units of a line that a return can contain: shipped units, less units that came back and units of
 * other returns with one of the statuses in `first`.
 */
function countReturnable(
  order: OrderDocument,
  lineId: number,
  ignoredReturnId: number | null,
  first: readonly Status[] = ["requested", "accepted"],
): number {
  const line = order.line_items.find(({ id }) => id === lineId);
  if (!line) return 0;
  const { fulfilled, cameBack, returned } = countLineUnits(order, line);
  const others = countUnitsInReturns(
    order,
    lineId,
    (row) => first.includes(row.status) && row.id !== ignoredReturnId,
  );
  return fulfilled - cameBack - returned - others;
}

function chooseLines({ chance, locations }: History, order: OrderDocument, ignoredReturnId: number | null) {
  return order.line_items.flatMap(({ id }) => {
    const max = countReturnable(order, id, ignoredReturnId);
    if (!chance.often(max > 0 ? 0.7 : 0.02)) return [];
    const line = {
      line_item_id: id,
      quantity: 1 + chance.below(chance.often(0.1) ? Math.max(0, max) + 2 : Math.max(1, max)),
      restock: chance.often(0.7),
      reason: "random",
    };
    return [chance.often(0.5) ? { ...line, location_id: chance.pick(locations) } : line];
  });
}

const isAboveReturnable = (
  order: OrderDocument,
  lines: ReturnType<typeof chooseLines>,
  ignoredReturnId: number | null,
): boolean =>
  lines.some(
    ({ line_item_id, quantity }) => quantity > countReturnable(order, line_item_id, ignoredReturnId),
  );

/** Request a return. */
export function requestReturn(history: History, { document }: KnownOrder): StepOfOrder | null {
  const lines = chooseLines(history, document, null);
  if (lines.length === 0) return null;
  return {
    operation: operations.createReturn,
    body: { return_line_items: lines, note: "random" },
    isWrong: document.status === "cancelled" || isAboveReturnable(document, lines, null),
    moves: new Map(),
    publishes: "order_returns/created",
  };
}

/** Change the units of a requested return. */
export function changeReturnUnits(history: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.returns.length === 0) return null;
  const { id, status, return_line_items: before } = history.chance.pick(document.returns);
  const known = new Map(before.map((line) => [line.line_item_id, line.quantity]));
  const lines = chooseLines(history, document, id);
  const isOther = lines.some(({ line_item_id, quantity }) => known.get(line_item_id) !== quantity);
  if (!isOther) return null;
  return {
    operation: operations.updateReturn,
    part: id,
    body: { return_line_items: lines },
    isWrong: status !== "requested" || isAboveReturnable(document, lines, id),
    moves: new Map(),
    publishes: "order_returns/updated",
  };
}

const transitions = {
  accepted: { operation: operations.acceptReturn, from: ["requested"] },
  completed: { operation: operations.completeReturn, from: ["accepted"] },
  cancelled: { operation: operations.cancelReturn, from: ["requested", "accepted"] },
} as const;

const nextOfRequested = ["accepted", "accepted", "accepted", "completed", "cancelled"] as const;
const nextOfAccepted = ["completed", "completed", "completed", "accepted", "cancelled"] as const;

/** Change a return's status; the units of a completed return have come back. */
export function changeReturnStatus({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.returns.length === 0) return null;
  const { id, status, return_line_items: lines } = chance.pick(document.returns);
  const to = chance.pick<keyof typeof transitions>(status === "accepted" ? nextOfAccepted : nextOfRequested);
  const { operation, from } = transitions[to];
  const common = { operation, part: id, body: {}, publishes: `order_returns/${to}` };
  if (status === to) return { ...common, isWrong: false, moves: new Map() };
  const isAllowed = from.some((state) => state === status);
  const moves = new Map<string, number>();
  if (to === "completed")
    for (const { line_item_id, quantity } of lines) add(moves, `returned of ${line_item_id}`, quantity);
  // Accepted returns take precedence over requested ones; units of a completed return have come back.
  const first: Status[] = to === "accepted" ? ["accepted"] : [];
  const isTooMuchNow = lines.some(
    ({ line_item_id, quantity }) => quantity > countReturnable(document, line_item_id, id, first),
  );
  return { ...common, isWrong: !isAllowed || (to !== "cancelled" && isTooMuchNow), moves };
}
