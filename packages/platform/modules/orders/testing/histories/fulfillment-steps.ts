import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-fixture.ts";
import { addTo, type History, type OrderStep, type TrackedOrder } from "./history.ts";
import { countLineUnits, countUnitsInReturns, sum } from "./order-calculations.ts";

const statuses = ["pending", "in_transit", "out_for_delivery", "failed", "delivered"] as const;

/** A request that creates a fulfillment, and the data from which its result is predicted. */
interface FulfillmentChoice {
  body: object;
  /** The requested units of each line. */
  units: ReadonlyMap<number, number>;
  /** The units of each line that can be fulfilled. */
  open: ReadonlyMap<number, number>;
}

/** Choose some of the open units, sometimes one too many. */
function pickUnits({ chance }: History, open: ReadonlyMap<number, number>): Map<number, number> {
  const lines = [...open].filter(([, max]) => (max > 0 ? chance.happens(0.7) : chance.happens(0.05)));
  const chosenUnits = lines.map(([line, max]): [number, number] => [
    line,
    1 + chance.pickInteger(chance.happens(0.1) ? max + 2 : Math.max(1, max)),
  ]);
  return new Map(chosenUnits);
}

const buildItems = (units: ReadonlyMap<number, number>) =>
  [...units].map(([id, quantity]) => ({ id, quantity }));

function countOpenUnits(fulfillmentOrders: OrderDocument["fulfillment_orders"]): Map<number, number> {
  const open = new Map<number, number>();
  for (const { line_items } of fulfillmentOrders)
    for (const { id, unfulfilled_quantity } of line_items) addTo(open, id, unfulfilled_quantity);
  return open;
}

/** Choose all or some of the open units, either of an order or of one of its fulfillment orders. */
function chooseRequest(history: History, { fulfillment_orders }: OrderDocument): FulfillmentChoice {
  const { chance } = history;
  const fulfillmentOrder = chance.happens(0.4) ? chance.pick(fulfillment_orders) : null;
  const open = countOpenUnits(fulfillmentOrder ? [fulfillmentOrder] : fulfillment_orders);
  const pickedUnits = chance.happens(0.7) ? pickUnits(history, open) : new Map<number, number>();
  const units = pickedUnits.size > 0 ? pickedUnits : open;
  const line_items = pickedUnits.size > 0 ? { line_items: buildItems(pickedUnits) } : {};
  const location = chance.happens(0.3)
    ? { location_id: (fulfillmentOrder ?? chance.pick(fulfillment_orders)).location_id }
    : {};
  const body = fulfillmentOrder
    ? { fulfillment_order: { fulfillment_order_id: fulfillmentOrder.id, ...line_items } }
    : line_items;
  return { body: { ...body, ...location }, units, open };
}

function buildFulfillmentChanges(units: ReadonlyMap<number, number>): Map<string, number> {
  return new Map(
    [...units].flatMap(([line, quantity]): [string, number][] => [
      [`fulfilled of ${line}`, quantity],
      [`open of ${line}`, -quantity],
    ]),
  );
}

/** Create a step that fulfills units of an order. */
export function createFulfillmentStep(history: History, { document }: TrackedOrder): OrderStep {
  const { chance } = history;
  const { body, units, open } = chooseRequest(history, document);
  const exceedsOpenUnits = [...units].some(([line, quantity]) => quantity > (open.get(line) ?? 0));
  return {
    operation: operations.createFulfillment,
    body: { ...body, status: chance.pick(statuses), is_mail: chance.pickInteger(2), tracking_number: "R1" },
    expectsRejection: document.status === "cancelled" || exceedsOpenUnits || sum([...open.values()]) === 0,
    expectedChanges: buildFulfillmentChanges(units),
    expectedTopics: "fulfillment/create",
  };
}

/** Create a step that updates a fulfillment. */
export function createFulfillmentUpdateStep(
  { chance }: History,
  { document }: TrackedOrder,
): OrderStep | null {
  if (document.fulfillments.length === 0) return null;
  const row = chance.pick(document.fulfillments);
  const status = chance.pick(statuses);
  return {
    operation: operations.updateFulfillment,
    childId: row.id,
    body: { status, courier: `Courier ${chance.pickInteger(3)}` },
    expectsRejection: row.status === "cancelled" || (row.status === "delivered" && status !== "delivered"),
    expectedChanges: new Map(),
    expectedTopics: "fulfillment/update",
  };
}

/**
 * Return whether a fulfillment has more units than can become unfulfilled again. Units that were refunded or returned, or
 * are in an open return, cannot become unfulfilled. An open return expects at most the units that the buyer still has.
 */
function exceedsCancelableUnits(order: OrderDocument, units: ReadonlyMap<number, number>): boolean {
  return order.line_items.some((line) => {
    const fulfillmentUnits = units.get(line.id) ?? 0;
    const { fulfilled, refundedAfterShipping, returned } = countLineUnits(order, line);
    const expectedUnits = countUnitsInReturns(order, line.id, ({ status }) =>
      ["requested", "accepted"].includes(status),
    );
    const unitsWithBuyer = fulfilled - refundedAfterShipping - returned;
    const cancelable = unitsWithBuyer - Math.min(expectedUnits, unitsWithBuyer);
    return fulfillmentUnits > 0 && fulfillmentUnits > cancelable;
  });
}

/** Create a step that cancels a fulfillment, whose units become unfulfilled again. */
export function createFulfillmentCancelStep(
  { chance }: History,
  { document }: TrackedOrder,
): OrderStep | null {
  if (document.fulfillments.length === 0) return null;
  const { id, status, line_items } = chance.pick(document.fulfillments);
  const commonFields = {
    operation: operations.cancelFulfillment,
    childId: id,
    body: {},
    expectedTopics: "fulfillment/cancel",
  };
  if (status === "cancelled") return { ...commonFields, expectsRejection: false, expectedChanges: new Map() };
  const units = new Map(line_items.map((line) => [line.id, line.quantity]));
  const expectedChanges = [...buildFulfillmentChanges(units)].map(([name, change]): [string, number] => [
    name,
    -change,
  ]);
  return {
    ...commonFields,
    expectsRejection: status === "delivered" || exceedsCancelableUnits(document, units),
    expectedChanges: new Map(expectedChanges),
  };
}
