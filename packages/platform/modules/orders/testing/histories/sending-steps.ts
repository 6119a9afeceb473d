import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-rig.ts";
import { add, type History, type KnownOrder, type StepOfOrder } from "./history.ts";
import { sum, unitsInReturns, unitsOfLine } from "./order-parts.ts";

const statuses = ["pending", "in_transit", "out_for_delivery", "failed", "delivered"] as const;

/** Units of lines that are asked for, and how many of each there are. */
interface Asked {
  body: object;
  units: ReadonlyMap<number, number>;
  open: ReadonlyMap<number, number>;
}

/** Some of the open units, now and then one too many. */
function someOf({ chance }: History, open: ReadonlyMap<number, number>): Map<number, number> {
  const some = [...open].filter(([, most]) => (most > 0 ? chance.often(0.7) : chance.often(0.05)));
  const asked = some.map(([line, most]): [number, number] => [
    line,
    1 + chance.below(chance.often(0.1) ? most + 2 : Math.max(1, most)),
  ]);
  return new Map(asked);
}

const itemsOf = (units: ReadonlyMap<number, number>) =>
  [...units].map(([id, quantity]) => ({ id, quantity }));

function openOf(parts: OrderDocument["fulfillment_orders"]): Map<number, number> {
  const open = new Map<number, number>();
  for (const { line_items } of parts)
    for (const { id, unfulfilled_quantity } of line_items) add(open, id, unfulfilled_quantity);
  return open;
}

/** All that is left of an order or of one of its fulfillment orders, or some units of either. */
function someAsked(history: History, { fulfillment_orders }: OrderDocument): Asked {
  const { chance } = history;
  const part = chance.often(0.4) ? chance.pick(fulfillment_orders) : null;
  const open = openOf(part ? [part] : fulfillment_orders);
  const some = chance.often(0.7) ? someOf(history, open) : new Map<number, number>();
  const units = some.size > 0 ? some : open;
  const line_items = some.size > 0 ? { line_items: itemsOf(some) } : {};
  const near = chance.often(0.3)
    ? { location_id: (part ?? chance.pick(fulfillment_orders)).location_id }
    : {};
  const body = part ? { fulfillment_order: { fulfillment_order_id: part.id, ...line_items } } : line_items;
  return { body: { ...body, ...near }, units, open };
}

function sentMoves(units: ReadonlyMap<number, number>): Map<string, number> {
  return new Map(
    [...units].flatMap(([line, quantity]): [string, number][] => [
      [`sent of ${line}`, quantity],
      [`open of ${line}`, -quantity],
    ]),
  );
}

/** Sends units of an order. */
export function send(history: History, { document }: KnownOrder): StepOfOrder {
  const { chance } = history;
  const { body, units, open } = someAsked(history, document);
  const isMore = [...units].some(([line, quantity]) => quantity > (open.get(line) ?? 0));
  return {
    operation: operations.createFulfillment,
    body: { ...body, status: chance.pick(statuses), is_mail: chance.below(2), tracking_number: "R1" },
    isWrong: document.status === "cancelled" || isMore || sum([...open.values()]) === 0,
    moves: sentMoves(units),
    tells: "fulfillment/create",
  };
}

/** Says where a parcel is. */
export function track({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.fulfillments.length === 0) return null;
  const row = chance.pick(document.fulfillments);
  const status = chance.pick(statuses);
  return {
    operation: operations.updateFulfillment,
    part: row.id,
    body: { status, courier: `Courier ${chance.below(3)}` },
    isWrong: row.status === "cancelled" || (row.status === "delivered" && status !== "delivered"),
    moves: new Map(),
    tells: "fulfillment/update",
  };
}

/** Whether units of a fulfillment came back, or are awaited by a return; what a refund took back nobody awaits any more. */
function isHeld(order: OrderDocument, units: ReadonlyMap<number, number>): boolean {
  return order.line_items.some((line) => {
    const sent = units.get(line.id) ?? 0;
    const { fulfilled, cameBack, returned } = unitsOfLine(order, line);
    const awaited = unitsInReturns(order, line.id, ({ status }) =>
      ["requested", "accepted"].includes(status),
    );
    const away = fulfilled - cameBack - returned;
    return sent > 0 && sent > away - Math.min(awaited, away);
  });
}

/** Takes a fulfillment back: its units are to be sent again. */
export function unsend({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.fulfillments.length === 0) return null;
  const { id, status, line_items } = chance.pick(document.fulfillments);
  const common = { operation: operations.cancelFulfillment, part: id, body: {}, tells: "fulfillment/cancel" };
  if (status === "cancelled") return { ...common, isWrong: false, moves: new Map() };
  const units = new Map(line_items.map((line) => [line.id, line.quantity]));
  const moves = [...sentMoves(units)].map(([name, by]): [string, number] => [name, -by]);
  return {
    ...common,
    isWrong: status === "delivered" || isHeld(document, units),
    moves: new Map(moves),
  };
}
