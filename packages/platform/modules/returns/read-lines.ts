import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import type { Order, OrderReturnLineRow } from "../orders/index.ts";
import { countReturnableUnits, findOriginLocation } from "./return-units.ts";

/** A line of a return in a request. */
export type LineInput = NonNullable<
  OperationBody<typeof operations.updateReturn>["return_line_items"]
>[number];

/** A line of a return after a request. A new line has no id yet. */
export type ReturnLineState = Omit<OrderReturnLineRow, "id" | "order_return_id"> & { id: number | null };

/** The return whose lines are read, and its order. */
export interface ReturnLines {
  order: Order;
  /** The id of the return; null for a new return. */
  id: number | null;
}

function listCurrentLines({ order, id }: ReturnLines): OrderReturnLineRow[] {
  return order.return_lines.filter(({ order_return_id }) => order_return_id === id);
}

function buildLine(
  { order }: ReturnLines,
  {
    sentLine,
    currentLine,
    path,
  }: { sentLine: LineInput; currentLine: OrderReturnLineRow | undefined; path: string },
  errors: FieldError[],
): ReturnLineState {
  const { line_item_id } = sentLine;
  const quantity = sentLine.quantity ?? currentLine?.quantity;
  const isLineOfOrder = order.lines.some(({ id }) => id === line_item_id);
  if (!isLineOfOrder)
    errors.push(fieldError(`${path}line_item_id`, "not_found", { resource: "line_item", of: "order" }));
  else if (quantity === undefined)
    errors.push(
      fieldError(`${path}quantity`, "required", {}, "{field} is required for a line that is added."),
    );
  return {
    id: currentLine?.id ?? null,
    line_item_id,
    quantity: quantity ?? 0,
    reason: sentLine.reason?.trim() ?? currentLine?.reason ?? "",
    restock: sentLine.restock ?? currentLine?.restock ?? true,
    // If no units were fulfilled, the quantity is rejected, so the location does not matter.
    location_id:
      sentLine.location_id ?? currentLine?.location_id ?? findOriginLocation(order, line_item_id) ?? 0,
  };
}

// The current quantity of a line is always valid, even if a refund restocked the line's units after the return was requested.
// The other fields of the line can then still be changed, but the return cannot be accepted.
function checkQuantities(
  returnLines: ReturnLines,
  linesByPath: ReadonlyMap<string, ReturnLineState>,
  errors: FieldError[],
): void {
  const units = countReturnableUnits(returnLines.order, returnLines.id);
  const currentQuantities = new Map<number | null, number>(
    listCurrentLines(returnLines).map((line) => [line.id, line.quantity]),
  );
  for (const [path, { id, line_item_id, quantity }] of linesByPath) {
    const returnable = units.get(line_item_id);
    if (returnable === undefined) continue;
    const max = Math.max(returnable, currentQuantities.get(id) ?? 0);
    // guard return-limit: with `returnable === undefined || quantity > 0` instead of `quantity <= max`, returns/returns.test.ts fails at `only fulfilled units that are neither returned nor in an open return can be returned`
    if (quantity <= max) continue;
    const limit = max > 0 ? `{field} must be at most ${max}.` : "No units of this line can be returned.";
    errors.push(
      fieldError(
        `${path}quantity`,
        "out_of_range",
        {},
        `${limit} Only fulfilled units that were not returned or refunded and are not in another open return can be returned.`,
      ),
    );
  }
}

/**
 * Read the lines of a return in a request. Each line item can be on only one line.
 * @param errors the list to which an error for each invalid field is added
 * @returns only the lines in the request; other lines of the return stay unchanged
 */
export function readLines(
  returnLines: ReturnLines,
  sentLines: readonly LineInput[],
  errors: FieldError[],
): ReturnLineState[] {
  const currentLines = new Map(listCurrentLines(returnLines).map((line) => [line.line_item_id, line]));
  const linesByPath = new Map<string, ReturnLineState>();
  const lineItemIds = new Set<number>();
  for (const [index, sentLine] of sentLines.entries()) {
    const path = `return_line_items.${index}.`;
    if (lineItemIds.has(sentLine.line_item_id)) errors.push(fieldError(`${path}line_item_id`, "not_unique"));
    lineItemIds.add(sentLine.line_item_id);
    const currentLine = currentLines.get(sentLine.line_item_id);
    linesByPath.set(path, buildLine(returnLines, { sentLine, currentLine, path }, errors));
  }
  checkQuantities(returnLines, linesByPath, errors);
  return [...linesByPath.values()];
}
