import {
  type FieldError,
  fieldError,
  type OperationBody,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import {
  computeFulfillmentOrderLineQuantities,
  type FulfillmentOrderLineRow,
  type Order,
} from "../orders/index.ts";

/** The fields of a request that choose the units of a fulfillment. */
type UnitsInput = Pick<
  OperationBody<typeof operations.createFulfillment>,
  "line_items" | "fulfillment_order" | "location_id"
>;

/** Units of a fulfillment order line that a fulfillment ships. */
export interface ChosenUnits {
  line: FulfillmentOrderLineRow;
  quantity: number;
}

interface UnitRequest {
  /** The path of the request's field, for errors. */
  path: string;
  line_item_id: number | undefined;
  fulfillment_order_line_id: number | undefined;
  quantity: number;
}

/**
 * The units that can ship: fulfillment order lines in the order of use, with the remaining units of each.
 */
interface Supply {
  lines: readonly FulfillmentOrderLineRow[];
  left: Map<number, number>;
}

/**
 * List the units that can ship for a request. @throws ApiError invalid naming a fulfillment order or location
 * that ships none of them
 */
function buildSupply(order: Order, { fulfillment_order, location_id }: UnitsInput): Supply {
  const requestedId = fulfillment_order?.fulfillment_order_id;
  const parts = order.fulfillment_orders.filter(({ id }) => requestedId === undefined || id === requestedId);
  if (parts.length === 0 && requestedId !== undefined)
    throwFieldError("fulfillment_order.fulfillment_order_id", "not_found", {
      resource: "fulfillment_order",
      of: "order",
    });
  const preferred = new Set(parts.filter((part) => part.location_id === location_id).map(({ id }) => id));
  if (location_id !== undefined && preferred.size === 0)
    throwFieldError("location_id", "not_allowed", {}, "{field} does not ship any of these units.");
  const known = new Set(parts.map(({ id }) => id));
  const lines = order.fulfillment_order_lines.filter((line) => known.has(line.fulfillment_order_id));
  const rank = (line: FulfillmentOrderLineRow) => (preferred.has(line.fulfillment_order_id) ? 0 : 1);
  const open = computeFulfillmentOrderLineQuantities(order);
  return {
    lines: lines.toSorted((line, other) => rank(line) - rank(other)),
    left: new Map(lines.map(({ id }) => [id, open.get(id)?.open ?? 0])),
  };
}

function listUnitRequests({ line_items, fulfillment_order }: UnitsInput): UnitRequest[] | null {
  if (fulfillment_order?.line_items)
    return fulfillment_order.line_items.map(({ id, fulfillment_order_item_id, quantity }, index) => ({
      path: `fulfillment_order.line_items.${index}`,
      line_item_id: id,
      fulfillment_order_line_id: fulfillment_order_item_id,
      quantity,
    }));
  if (!line_items) return null;
  return line_items.map(({ id, quantity }, index) => ({
    path: `line_items.${index}`,
    line_item_id: id,
    fulfillment_order_line_id: undefined,
    quantity,
  }));
}

/** Take the units of a requested line from the supply, or return its errors. */
function takeUnits({ lines, left }: Supply, request: UnitRequest): FieldError[] {
  const { path, line_item_id, fulfillment_order_line_id, quantity } = request;
  const idPath = `${path}.${fulfillment_order_line_id === undefined ? "id" : "fulfillment_order_item_id"}`;
  if (line_item_id === undefined && fulfillment_order_line_id === undefined)
    return [fieldError(idPath, "required", {}, "{field} or fulfillment_order_item_id is required.")];
  const matching = lines.filter(
    (line) =>
      (line_item_id === undefined || line.line_item_id === line_item_id) &&
      (fulfillment_order_line_id === undefined || line.id === fulfillment_order_line_id),
  );
  if (matching.length === 0)
    return [fieldError(idPath, "not_allowed", {}, "{field} does not match an item that can be fulfilled.")];
  const max = matching.reduce((sum, { id }) => sum + (left.get(id) ?? 0), 0);
  // guard: fulfillment-limit: fulfillments/fulfillments.test.ts units that cannot ship are named in the error, and nothing changes
  if (quantity > max)
    return [
      fieldError(
        `${path}.quantity`,
        "out_of_range",
        { min: 1, max },
        `{field} must be at most ${max}, the number of units left to fulfill.`,
      ),
    ];
  let needed = quantity;
  for (const { id } of matching) {
    const available = left.get(id) ?? 0;
    const taken = Math.min(needed, available);
    left.set(id, available - taken);
    needed -= taken;
  }
  return [];
}

function listChosenUnits({ lines, left }: Supply, before: ReadonlyMap<number, number>): ChosenUnits[] {
  return lines
    .map((line) => ({ line, quantity: (before.get(line.id) ?? 0) - (left.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Assert that units sent in both fields are the same. @throws ApiError invalid naming line_items */
function assertSameUnits(
  chosen: readonly ChosenUnits[],
  { line_items, fulfillment_order }: UnitsInput,
): void {
  if (!line_items || !fulfillment_order?.line_items) return;
  const units = new Map<number, number>();
  const add = (id: number, quantity: number) => units.set(id, (units.get(id) ?? 0) + quantity);
  for (const { id, quantity } of line_items) add(id, quantity);
  for (const { line, quantity } of chosen) add(line.line_item_id, -quantity);
  if ([...units.values()].some((quantity) => quantity !== 0))
    throwFieldError("line_items", "conflict", { with: "fulfillment_order.line_items" });
}

/**
 * Choose the units that a fulfillment ships: the requested ones, or all open units (ORD-6). They come from the
 * requested fulfillment order, or from each line's fulfillment orders, those of the requested location first.
 * @throws ApiError conflict when the order is cancelled or has no open units; invalid naming units that cannot
 *   ship
 */
export function chooseUnits(order: Order, input: UnitsInput): ChosenUnits[] {
  if (order.order.status === "cancelled")
    throwApiError("conflict", {
      message: "The order is cancelled and cannot be fulfilled.",
      fields: [fieldError("status", "conflict", { current: "cancelled" })],
    });
  const supply = buildSupply(order, input);
  const before = new Map(supply.left);
  if ([...before.values()].every((quantity) => quantity === 0))
    throwApiError("conflict", {
      message: "The order has no units left to fulfill.",
      fields: [fieldError("fulfillment_status", "conflict", { current: "fulfilled" })],
    });
  const requests = listUnitRequests(input);
  if (requests === null) supply.left.clear();
  const errors = (requests ?? []).flatMap((request) => takeUnits(supply, request));
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, 20) });
  const chosen = listChosenUnits(supply, before);
  assertSameUnits(chosen, input);
  return chosen;
}
