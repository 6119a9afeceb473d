import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-fixture.ts";
import { addTo, type History, type OrderStep, type TrackedOrder } from "./history.ts";
import { countLineUnits, countUnitsInReturns } from "./order-calculations.ts";

type Return = OrderDocument["returns"][number];

type Status = Return["status"];

/**
 * Count the units of a line that a return can contain: fulfilled units, less refunded and returned units, and less the
 * units of other returns with one of the `reservingStatuses`.
 */
function countReturnableUnits(
  order: OrderDocument,
  lineId: number,
  ignoredReturnId: number | null,
  reservingStatuses: readonly Status[] = ["requested", "accepted"],
): number {
  const line = order.line_items.find(({ id }) => id === lineId);
  if (!line) return 0;
  const { fulfilled, refundedAfterShipping, returned } = countLineUnits(order, line);
  const reserved = countUnitsInReturns(
    order,
    lineId,
    (row) => reservingStatuses.includes(row.status) && row.id !== ignoredReturnId,
  );
  return fulfilled - refundedAfterShipping - returned - reserved;
}

/** Choose lines for a return, sometimes with more units than a return can contain. */
function chooseLines({ chance, locations }: History, order: OrderDocument, ignoredReturnId: number | null) {
  return order.line_items.flatMap(({ id }) => {
    const max = countReturnableUnits(order, id, ignoredReturnId);
    if (!chance.happens(max > 0 ? 0.7 : 0.02)) return [];
    const line = {
      line_item_id: id,
      quantity: 1 + chance.pickInteger(chance.happens(0.1) ? Math.max(0, max) + 2 : Math.max(1, max)),
      restock: chance.happens(0.7),
      reason: "random",
    };
    return [chance.happens(0.5) ? { ...line, location_id: chance.pick(locations) } : line];
  });
}

const exceedsReturnableUnits = (
  order: OrderDocument,
  lines: ReturnType<typeof chooseLines>,
  ignoredReturnId: number | null,
): boolean =>
  lines.some(
    ({ line_item_id, quantity }) => quantity > countReturnableUnits(order, line_item_id, ignoredReturnId),
  );

/** Create a step that requests a return. */
export function createReturnRequestStep(history: History, { document }: TrackedOrder): OrderStep | null {
  const lines = chooseLines(history, document, null);
  if (lines.length === 0) return null;
  return {
    operation: operations.createReturn,
    body: { return_line_items: lines, note: "random" },
    expectsRejection: document.status === "cancelled" || exceedsReturnableUnits(document, lines, null),
    expectedChanges: new Map(),
    expectedTopics: "order_returns/created",
  };
}

/** Create a step that changes the units of a return. */
export function createReturnUnitsStep(history: History, { document }: TrackedOrder): OrderStep | null {
  if (document.returns.length === 0) return null;
  const { id, status, return_line_items: currentLines } = history.chance.pick(document.returns);
  const currentQuantities = new Map(currentLines.map((line) => [line.line_item_id, line.quantity]));
  const lines = chooseLines(history, document, id);
  const isChanged = lines.some(
    ({ line_item_id, quantity }) => currentQuantities.get(line_item_id) !== quantity,
  );
  if (!isChanged) return null;
  return {
    operation: operations.updateReturn,
    childId: id,
    body: { return_line_items: lines },
    expectsRejection: status !== "requested" || exceedsReturnableUnits(document, lines, id),
    expectedChanges: new Map(),
    expectedTopics: "order_returns/updated",
  };
}

const transitions = {
  accepted: { operation: operations.acceptReturn, allowedFrom: ["requested"] },
  completed: { operation: operations.completeReturn, allowedFrom: ["accepted"] },
  cancelled: { operation: operations.cancelReturn, allowedFrom: ["requested", "accepted"] },
} as const;

// A status that is listed several times is chosen more often.
const nextStatusesOfRequested = ["accepted", "accepted", "accepted", "completed", "cancelled"] as const;
const nextStatusesOfAccepted = ["completed", "completed", "completed", "accepted", "cancelled"] as const;

/** Create a step that changes the status of a return. */
export function createReturnStatusStep({ chance }: History, { document }: TrackedOrder): OrderStep | null {
  if (document.returns.length === 0) return null;
  const { id, status, return_line_items: lines } = chance.pick(document.returns);
  const nextStatus = chance.pick<keyof typeof transitions>(
    status === "accepted" ? nextStatusesOfAccepted : nextStatusesOfRequested,
  );
  const { operation, allowedFrom } = transitions[nextStatus];
  const expectedTopics = `order_returns/${nextStatus}`;
  const commonFields = { operation, childId: id, body: {}, expectedTopics };
  if (status === nextStatus) return { ...commonFields, expectsRejection: false, expectedChanges: new Map() };
  const isAllowed = allowedFrom.some((state) => state === status);
  const expectedChanges = new Map<string, number>();
  if (nextStatus === "completed")
    for (const { line_item_id, quantity } of lines)
      addTo(expectedChanges, `returned of ${line_item_id}`, quantity);
  // When a return is accepted, units of other accepted returns are reserved. When a return is completed, no units
  // are reserved.
  const reservingStatuses: Status[] = nextStatus === "accepted" ? ["accepted"] : [];
  const isAboveLimit = lines.some(
    ({ line_item_id, quantity }) =>
      quantity > countReturnableUnits(document, line_item_id, id, reservingStatuses),
  );
  return {
    ...commonFields,
    expectsRejection: !isAllowed || (nextStatus !== "cancelled" && isAboveLimit),
    expectedChanges,
  };
}
