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

/** The maximum number of errors in a response. */
const maxErrors = 20;

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
  /** The path of the field that requests the units, for errors. */
  path: string;
  line_item_id: number | undefined;
  fulfillment_order_line_id: number | undefined;
  quantity: number;
}

/** The units that can be fulfilled. */
interface Supply {
  /** The fulfillment order lines that contain the units, in the order in which units are taken from them. */
  lines: readonly FulfillmentOrderLineRow[];
  /** The quantity that can still be fulfilled, by the id of the fulfillment order line. */
  remainingQuantities: Map<number, number>;
}

/**
 * List the units that can be fulfilled for a request. @throws ApiError `invalid` if the requested fulfillment order
 * is not part of the order, or if the requested location ships none of the units
 */
function buildSupply(order: Order, { fulfillment_order, location_id }: UnitsInput): Supply {
  const requestedId = fulfillment_order?.fulfillment_order_id;
  const candidates = order.fulfillment_orders.filter(
    ({ id }) => requestedId === undefined || id === requestedId,
  );
  if (candidates.length === 0 && requestedId !== undefined)
    throwFieldError("fulfillment_order.fulfillment_order_id", "not_found", {
      resource: "fulfillment_order",
      of: "order",
    });
  const preferredIds = new Set(
    candidates.filter((candidate) => candidate.location_id === location_id).map(({ id }) => id),
  );
  if (location_id !== undefined && preferredIds.size === 0)
    throwFieldError(
      "location_id",
      "not_allowed",
      {},
      "{field} must be a location that ships units of the order, or, with fulfillment_order, of that fulfillment order.",
    );
  const candidateIds = new Set(candidates.map(({ id }) => id));
  const lines = order.fulfillment_order_lines.filter((line) => candidateIds.has(line.fulfillment_order_id));
  const getRank = (line: FulfillmentOrderLineRow) => (preferredIds.has(line.fulfillment_order_id) ? 0 : 1);
  const quantities = computeFulfillmentOrderLineQuantities(order);
  return {
    lines: lines.toSorted((line, other) => getRank(line) - getRank(other)),
    remainingQuantities: new Map(lines.map(({ id }) => [id, quantities.get(id)?.open ?? 0])),
  };
}

/** List the requested units, or return null if the request names no units. */
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

/** Subtract the units of a requested line from the supply. If that is not possible, return the errors instead. */
function subtractUnits({ lines, remainingQuantities }: Supply, request: UnitRequest): FieldError[] {
  const { path, line_item_id, fulfillment_order_line_id, quantity } = request;
  const idPath = `${path}.${fulfillment_order_line_id === undefined ? "id" : "fulfillment_order_item_id"}`;
  if (line_item_id === undefined && fulfillment_order_line_id === undefined)
    return [fieldError(idPath, "required", {}, "{field} or fulfillment_order_item_id is required.")];
  const matchingLines = lines.filter(
    (line) =>
      (line_item_id === undefined || line.line_item_id === line_item_id) &&
      (fulfillment_order_line_id === undefined || line.id === fulfillment_order_line_id),
  );
  if (matchingLines.length === 0)
    return [fieldError(idPath, "not_allowed", {}, "{field} does not match an item that can be fulfilled.")];
  const max = matchingLines.reduce((sum, { id }) => sum + (remainingQuantities.get(id) ?? 0), 0);
  // guard fulfillment-limit: without it, fulfillments/fulfillments.test.ts fails at `a fulfillment of units that cannot ship is rejected and leaves the order unchanged`
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
  for (const { id } of matchingLines) {
    const available = remainingQuantities.get(id) ?? 0;
    const subtracted = Math.min(needed, available);
    remainingQuantities.set(id, available - subtracted);
    needed -= subtracted;
  }
  return [];
}

/** List the units that were subtracted from the supply. */
function listChosenUnits(
  { lines, remainingQuantities }: Supply,
  initialQuantities: ReadonlyMap<number, number>,
): ChosenUnits[] {
  return lines
    .map((line) => ({
      line,
      quantity: (initialQuantities.get(line.id) ?? 0) - (remainingQuantities.get(line.id) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Assert that `line_items` and `fulfillment_order.line_items` contain the same units if a request has both fields.
 * @throws ApiError `invalid` for `line_items`
 */
function assertSameUnits(
  chosenUnits: readonly ChosenUnits[],
  { line_items, fulfillment_order }: UnitsInput,
): void {
  if (!line_items || !fulfillment_order?.line_items) return;
  const differences = new Map<number, number>();
  const add = (id: number, quantity: number) => differences.set(id, (differences.get(id) ?? 0) + quantity);
  for (const { id, quantity } of line_items) add(id, quantity);
  for (const { line, quantity } of chosenUnits) add(line.line_item_id, -quantity);
  if ([...differences.values()].some((difference) => difference !== 0))
    throwFieldError("line_items", "conflict", { with: "fulfillment_order.line_items" });
}

/**
 * Choose the units that a fulfillment ships: the requested units, or all unfulfilled units if none are requested
 * (ORD-6). The units are taken from the requested fulfillment order. If no fulfillment order is requested, the units are
 * taken from each line's fulfillment orders, beginning with the fulfillment orders of the requested location.
 * @throws ApiError `conflict` if the order is canceled, or if the order (or the requested fulfillment order) has no
 *   unfulfilled units; `invalid` for units that cannot be fulfilled
 */
export function chooseUnits(order: Order, input: UnitsInput): ChosenUnits[] {
  if (order.order.status === "cancelled")
    throwApiError("conflict", {
      message: "The order is canceled and cannot be fulfilled.",
      fields: [fieldError("status", "conflict", { current: "cancelled" })],
    });
  const supply = buildSupply(order, input);
  const initialQuantities = new Map(supply.remainingQuantities);
  if ([...initialQuantities.values()].every((quantity) => quantity === 0))
    throwApiError("conflict", {
      message: "The order has no units left to fulfill.",
      fields: [fieldError("fulfillment_status", "conflict", { current: "fulfilled" })],
    });
  const requests = listUnitRequests(input);
  // A request that names no units ships all units, so none remain in the supply.
  if (requests === null) supply.remainingQuantities.clear();
  const errors = (requests ?? []).flatMap((request) => subtractUnits(supply, request));
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  const chosenUnits = listChosenUnits(supply, initialQuantities);
  assertSameUnits(chosenUnits, input);
  return chosenUnits;
}
