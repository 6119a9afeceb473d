import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-rig.ts";
import { add, type History, type KnownOrder, type StepOfOrder } from "./history.ts";
import { unitsInReturns, unitsOfLine } from "./order-parts.ts";

type Return = OrderDocument["returns"][number];

type Status = Return["status"];

/** How many units of a line can come back with a return, beside those of other returns that go before it. */
function returnable(
  order: OrderDocument,
  lineId: number,
  besides: number | null,
  first: readonly Status[] = ["requested", "accepted"],
): number {
  const line = order.line_items.find(({ id }) => id === lineId);
  if (!line) return 0;
  const { fulfilled, cameBack, returned } = unitsOfLine(order, line);
  const others = unitsInReturns(order, lineId, (row) => first.includes(row.status) && row.id !== besides);
  return fulfilled - cameBack - returned - others;
}

function someLines({ chance, locations }: History, order: OrderDocument, besides: number | null) {
  return order.line_items.flatMap(({ id }) => {
    const most = returnable(order, id, besides);
    if (!chance.often(most > 0 ? 0.7 : 0.02)) return [];
    const line = {
      line_item_id: id,
      quantity: 1 + chance.below(chance.often(0.1) ? Math.max(0, most) + 2 : Math.max(1, most)),
      restock: chance.often(0.7),
      reason: "random",
    };
    return [chance.often(0.5) ? { ...line, location_id: chance.pick(locations) } : line];
  });
}

const isTooMuch = (
  order: OrderDocument,
  lines: ReturnType<typeof someLines>,
  besides: number | null,
): boolean => lines.some(({ line_item_id, quantity }) => quantity > returnable(order, line_item_id, besides));

/** Asks for a return. */
export function askBack(history: History, { document }: KnownOrder): StepOfOrder | null {
  const lines = someLines(history, document, null);
  if (lines.length === 0) return null;
  return {
    operation: operations.createReturn,
    body: { return_line_items: lines, note: "random" },
    isWrong: document.status === "cancelled" || isTooMuch(document, lines, null),
    moves: new Map(),
    tells: "order_returns/created",
  };
}

/** Asks for other units than before. */
export function askAnew(history: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.returns.length === 0) return null;
  const { id, status, return_line_items: before } = history.chance.pick(document.returns);
  const known = new Map(before.map((line) => [line.line_item_id, line.quantity]));
  const lines = someLines(history, document, id);
  const isOther = lines.some(({ line_item_id, quantity }) => known.get(line_item_id) !== quantity);
  if (!isOther) return null;
  return {
    operation: operations.updateReturn,
    part: id,
    body: { return_line_items: lines },
    isWrong: status !== "requested" || isTooMuch(document, lines, id),
    moves: new Map(),
    tells: "order_returns/updated",
  };
}

const ways = {
  accepted: { operation: operations.acceptReturn, from: ["requested"] },
  completed: { operation: operations.completeReturn, from: ["accepted"] },
  cancelled: { operation: operations.cancelReturn, from: ["requested", "accepted"] },
} as const;

const early = ["accepted", "accepted", "accepted", "completed", "cancelled"] as const;
const late = ["completed", "completed", "completed", "accepted", "cancelled"] as const;

/** Takes a return to another state: units that are completed have come back. */
export function stepReturn({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.returns.length === 0) return null;
  const { id, status, return_line_items: lines } = chance.pick(document.returns);
  const to = chance.pick<keyof typeof ways>(status === "accepted" ? late : early);
  const { operation, from } = ways[to];
  const common = { operation, part: id, body: {}, tells: `order_returns/${to}` };
  if (status === to) return { ...common, isWrong: false, moves: new Map() };
  const isDrawn = from.some((state) => state === status);
  const moves = new Map<string, number>();
  if (to === "completed")
    for (const { line_item_id, quantity } of lines) add(moves, `returned of ${line_item_id}`, quantity);
  // What was accepted first is let in first; what has come back is there.
  const first: Status[] = to === "accepted" ? ["accepted"] : [];
  const isGone = lines.some(
    ({ line_item_id, quantity }) => quantity > returnable(document, line_item_id, id, first),
  );
  return { ...common, isWrong: !isDrawn || (to !== "cancelled" && isGone), moves };
}
