import type { BodyOf, FieldError, operations } from "@souk/contract";
import type { Order, OrderReturnLineRow } from "../orders/index.ts";
import { returnableUnits, sentFrom } from "./return-units.ts";

/** A line of a return as it is sent. */
export type SentLine = NonNullable<BodyOf<typeof operations.updateReturn>["return_line_items"]>[number];

/** A line as it is to be; one that is new has no id yet. */
export type PlannedLine = Omit<OrderReturnLineRow, "id" | "order_return_id"> & { id: number | null };

/** The lines of a return of an order, as they are. */
export interface ReturnLines {
  order: Order;
  /** Null: the return is new. */
  id: number | null;
}

function linesOf({ order, id }: ReturnLines): OrderReturnLineRow[] {
  return order.return_lines.filter(({ order_return_id }) => order_return_id === id);
}

function plan(
  { order }: ReturnLines,
  { sent, kept, path }: { sent: SentLine; kept: OrderReturnLineRow | undefined; path: string },
  faults: FieldError[],
): PlannedLine {
  const { line_item_id } = sent;
  const quantity = sent.quantity ?? kept?.quantity;
  const isLine = order.lines.some(({ id }) => id === line_item_id);
  if (!isLine) faults.push({ path: `${path}line_item_id`, message: "is no line item of this order" });
  else if (quantity === undefined)
    faults.push({ path: `${path}quantity`, message: "is needed on a new line" });
  return {
    id: kept?.id ?? null,
    line_item_id,
    quantity: quantity ?? 0,
    reason: sent.reason?.trim() ?? kept?.reason ?? "",
    restock: sent.restock ?? kept?.restock ?? true,
    // Where nothing was sent, the quantity is refused.
    location_id: sent.location_id ?? kept?.location_id ?? sentFrom(order, line_item_id) ?? 0,
  };
}

// What was asked for and has come back otherwise since is refused when it is accepted, not when somebody says why it comes.
function requireUnits(
  of: ReturnLines,
  planned: ReadonlyMap<string, PlannedLine>,
  faults: FieldError[],
): void {
  const units = returnableUnits(of.order, of.id);
  const asked = new Map<number | null, number>(linesOf(of).map((line) => [line.id, line.quantity]));
  for (const [path, { id, line_item_id, quantity }] of planned) {
    const left = units.get(line_item_id);
    if (left === undefined) continue;
    const most = Math.max(left, asked.get(id) ?? 0);
    if (quantity <= most) continue;
    const many = most > 0 ? `at most ${most} can come back` : "no unit can come back";
    faults.push({
      path: `${path}quantity`,
      message: `is ${quantity}, and ${many}: only what was sent, has not come back and is in no other open return`,
    });
  }
}

/**
 * Reads the lines of a return, one for each line item; those that are not sent stay as they are and are not answered.
 * @param faults gets what is wrong, by the path of its field
 */
export function readLines(of: ReturnLines, sent: readonly SentLine[], faults: FieldError[]): PlannedLine[] {
  const known = new Map(linesOf(of).map((line) => [line.line_item_id, line]));
  const planned = new Map<string, PlannedLine>();
  const seen = new Set<number>();
  for (const [at, line] of sent.entries()) {
    const path = `return_line_items.${at}.`;
    if (seen.has(line.line_item_id))
      faults.push({ path: `${path}line_item_id`, message: "is named twice; one line holds all its units" });
    seen.add(line.line_item_id);
    planned.set(path, plan(of, { sent: line, kept: known.get(line.line_item_id), path }, faults));
  }
  requireUnits(of, planned, faults);
  return [...planned.values()];
}
