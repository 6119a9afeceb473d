import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-fixture.ts";
import { add, type History, type KnownOrder, type StepOfOrder } from "./history.ts";
import { countLineUnits, countUnitsInReturns, sum } from "./order-parts.ts";

const statuses = ["pending", "in_transit", "out_for_delivery", "failed", "delivered"] as const;

/** Requested units of lines, with the available units of each. */
interface FulfillmentChoice {
  body: object;
  units: ReadonlyMap<number, number>;
  open: ReadonlyMap<number, number>;
}

/** Choose some of the open units, sometimes one too many. */
function pickSome({ chance }: History, open: ReadonlyMap<number, number>): Map<number, number> {
  const some = [...open].filter(([, max]) => (max > 0 ? chance.often(0.7) : chance.often(0.05)));
  const chosen = some.map(([line, max]): [number, number] => [
    line,
    1 + chance.below(chance.often(0.1) ? max + 2 : Math.max(1, max)),
  ]);
  return new Map(chosen);
}

const toItems = (units: ReadonlyMap<number, number>) =>
  [...units].map(([id, quantity]) => ({ id, quantity }));

function getOpenUnits(parts: OrderDocument["fulfillment_orders"]): Map<number, number> {
  const open = new Map<number, number>();
  for (const { line_items } of parts)
    for (const { id, unfulfilled_quantity } of line_items) add(open, id, unfulfilled_quantity);
  return open;
}

/** Choose all open units of an order or of one of its fulfillment orders, or some of these units. */
function chooseRequest(history: History, { fulfillment_orders }: OrderDocument): FulfillmentChoice {
  const { chance } = history;
  const part = chance.often(0.4) ? chance.pick(fulfillment_orders) : null;
  const open = getOpenUnits(part ? [part] : fulfillment_orders);
  const some = chance.often(0.7) ? pickSome(history, open) : new Map<number, number>();
  const units = some.size > 0 ? some : open;
  const line_items = some.size > 0 ? { line_items: toItems(some) } : {};
  const location = chance.often(0.3)
    ? { location_id: (part ?? chance.pick(fulfillment_orders)).location_id }
    : {};
  const body = part ? { fulfillment_order: { fulfillment_order_id: part.id, ...line_items } } : line_items;
  return { body: { ...body, ...location }, units, open };
}

function buildFulfillmentMoves(units: ReadonlyMap<number, number>): Map<string, number> {
  return new Map(
    [...units].flatMap(([line, quantity]): [string, number][] => [
      [`sent of ${line}`, quantity],
      [`open of ${line}`, -quantity],
    ]),
  );
}

/** Create a fulfillment of an order. */
export function createFulfillment(history: History, { document }: KnownOrder): StepOfOrder {
  const { chance } = history;
  const { body, units, open } = chooseRequest(history, document);
  const isTooMany = [...units].some(([line, quantity]) => quantity > (open.get(line) ?? 0));
  return {
    operation: operations.createFulfillment,
    body: { ...body, status: chance.pick(statuses), is_mail: chance.below(2), tracking_number: "R1" },
    isWrong: document.status === "cancelled" || isTooMany || sum([...open.values()]) === 0,
    moves: buildFulfillmentMoves(units),
    publishes: "fulfillment/create",
  };
}

/** Update the status of a fulfillment. */
export function updateFulfillment({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.fulfillments.length === 0) return null;
  const row = chance.pick(document.fulfillments);
  const status = chance.pick(statuses);
  return {
    operation: operations.updateFulfillment,
    part: row.id,
    body: { status, courier: `Courier ${chance.below(3)}` },
    isWrong: row.status === "cancelled" || (row.status === "delivered" && status !== "delivered"),
    moves: new Map(),
    publishes: "fulfillment/update",
  };
}

/**
 * Return whether units of a fulfillment came back or are expected by a return. A return no longer expects
 * refunded units.
 */
function hasReturnedUnits(order: OrderDocument, units: ReadonlyMap<number, number>): boolean {
  return order.line_items.some((line) => {
    const sent = units.get(line.id) ?? 0;
    const { fulfilled, cameBack, returned } = countLineUnits(order, line);
    const awaited = countUnitsInReturns(order, line.id, ({ status }) =>
      ["requested", "accepted"].includes(status),
    );
    const away = fulfilled - cameBack - returned;
    return sent > 0 && sent > away - Math.min(awaited, away);
  });
}

/** Cancel a fulfillment; its units are open again. */
export function cancelFulfillment({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.fulfillments.length === 0) return null;
  const { id, status, line_items } = chance.pick(document.fulfillments);
  const common = {
    operation: operations.cancelFulfillment,
    part: id,
    body: {},
    publishes: "fulfillment/cancel",
  };
  if (status === "cancelled") return { ...common, isWrong: false, moves: new Map() };
  const units = new Map(line_items.map((line) => [line.id, line.quantity]));
  const moves = [...buildFulfillmentMoves(units)].map(([name, change]): [string, number] => [name, -change]);
  return {
    ...common,
    isWrong: status === "delivered" || hasReturnedUnits(document, units),
    moves: new Map(moves),
  };
}
