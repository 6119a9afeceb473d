import { fieldError, maxPartNotes, throwApiError } from "@souk/contract";
import type { Order } from "./order-rows.ts";

/**
 * Assert that an order can have one more row of a part, cancelled rows included, because responses contain
 * the whole order.
 * @param options the field of the rows, their display name if it differs, and their maximum number
 * @throws ApiError conflict naming the field
 */
export function assertPartRoom(
  rows: readonly unknown[],
  { name, called = name, max }: { name: string; called?: string; max: number },
): void {
  if (rows.length < max) return;
  throwApiError("conflict", {
    message: `The order has the maximum of ${rows.length} ${called}.`,
    fields: [fieldError(name, "too_many", { max: rows.length })],
  });
}

function countNoteBytes({ refunds, returns }: Order): number {
  return [...refunds, ...returns].reduce((sum, { note }) => sum + Buffer.byteLength(note), 0);
}

/**
 * Assert that all notes of an order's refunds and returns do not exceed their common limit.
 * @throws ApiError conflict naming the note
 */
export function assertNoteRoom(before: Order, after: Order): void {
  const [had, has] = [countNoteBytes(before), countNoteBytes(after)];
  if (has <= maxPartNotes || has <= had) return;
  throwApiError("conflict", {
    message: `The notes of an order's refunds and returns can have at most ${maxPartNotes} bytes in total.`,
    fields: [
      fieldError(
        "note",
        "too_long",
        { max: maxPartNotes, unit: "bytes" },
        `The notes have ${has} bytes in total. The maximum is ${maxPartNotes}.`,
      ),
    ],
  });
}
