import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import type { Order, OrderReturnLineRow } from "../orders/index.ts";
import { countReturnableUnits, findOriginLocation } from "./return-units.ts";

/** A line of a return in a request. */
export type LineInput = NonNullable<
  OperationBody<typeof operations.updateReturn>["return_line_items"]
>[number];

/** The planned state of a line; a new line has no id yet. */
export type PlannedLine = Omit<OrderReturnLineRow, "id" | "order_return_id"> & { id: number | null };

/** The current lines of a return of an order. */
export interface ReturnLines {
  order: Order;
  /** The id of the return; null for a new return. */
  id: number | null;
}

function getReturnLines({ order, id }: ReturnLines): OrderReturnLineRow[] {
  return order.return_lines.filter(({ order_return_id }) => order_return_id === id);
}

function planLine(
  { order }: ReturnLines,
  { sent, kept, path }: { sent: LineInput; kept: OrderReturnLineRow | undefined; path: string },
  errors: FieldError[],
): PlannedLine {
  const { line_item_id } = sent;
  const quantity = sent.quantity ?? kept?.quantity;
  const isLine = order.lines.some(({ id }) => id === line_item_id);
  if (!isLine)
    errors.push(fieldError(`${path}line_item_id`, "not_found", { resource: "line_item", of: "order" }));
  else if (quantity === undefined)
    errors.push(fieldError(`${path}quantity`, "required", {}, "{field} is required on a new line."));
  return {
    id: kept?.id ?? null,
    line_item_id,
    quantity: quantity ?? 0,
    reason: sent.reason?.trim() ?? kept?.reason ?? "",
    restock: sent.restock ?? kept?.restock ?? true,
    // Without shipped units the quantity is rejected, so the location does not matter.
    location_id: sent.location_id ?? kept?.location_id ?? findOriginLocation(order, line_item_id) ?? 0,
  };
}

// Units that came back with a refund since the request are rejected on acceptance, not when other fields change.
function checkQuantities(
  returnLines: ReturnLines,
  planned: ReadonlyMap<string, PlannedLine>,
  errors: FieldError[],
): void {
  const units = countReturnableUnits(returnLines.order, returnLines.id);
  const currentQuantities = new Map<number | null, number>(
    getReturnLines(returnLines).map((line) => [line.id, line.quantity]),
  );
  for (const [path, { id, line_item_id, quantity }] of planned) {
    const left = units.get(line_item_id);
    if (left === undefined) continue;
    const max = Math.max(left, currentQuantities.get(id) ?? 0);
    // guard: return-limit with `left === undefined || quantity > 0` for `quantity <= max`: returns/returns.test.ts only shipped units that are not returned or in an open return can be returned
    if (quantity <= max) continue;
    const limit = max > 0 ? `{field} must be at most ${max}.` : "No unit of this line can be returned.";
    errors.push(
      fieldError(
        `${path}quantity`,
        "out_of_range",
        {},
        `${limit} Only units that were fulfilled, have not come back and are in no other open return can be returned.`,
      ),
    );
  }
}

/**
 * Read the lines of a return, one for each line item. Omitted lines are left unchanged and not returned.
 * @param errors receives the invalid fields
 */
export function readLines(
  returnLines: ReturnLines,
  sent: readonly LineInput[],
  errors: FieldError[],
): PlannedLine[] {
  const known = new Map(getReturnLines(returnLines).map((line) => [line.line_item_id, line]));
  const planned = new Map<string, PlannedLine>();
  const seen = new Set<number>();
  for (const [index, line] of sent.entries()) {
    const path = `return_line_items.${index}.`;
    if (seen.has(line.line_item_id)) errors.push(fieldError(`${path}line_item_id`, "not_unique"));
    seen.add(line.line_item_id);
    planned.set(
      path,
      planLine(returnLines, { sent: line, kept: known.get(line.line_item_id), path }, errors),
    );
  }
  checkQuantities(returnLines, planned, errors);
  return [...planned.values()];
}
