import { fieldError, maxNoteBytesPerOrder, throwApiError } from "@souk/contract";
import type { Order } from "./order-rows.ts";

/**
 * Assert that an order can have one more child record of a kind, for example one more refund. Canceled records count too,
 * because every response with the order contains them.
 * @param options the field of the records, their label in the message if it differs from the field, and their maximum number
 * @throws ApiError `conflict` for the field
 */
export function assertChildLimit(
  rows: readonly unknown[],
  { field, label = field, max }: { field: string; label?: string; max: number },
): void {
  if (rows.length < max) return;
  throwApiError("conflict", {
    message: `The order has ${rows.length} ${label}. An order can have at most ${max} of them.`,
    fields: [fieldError(field, "too_many", { max })],
  });
}

function countNoteBytes({ refunds, returns }: Order): number {
  return [...refunds, ...returns].reduce((sum, { note }) => sum + Buffer.byteLength(note), 0);
}

/**
 * Assert that a change does not bring the notes of an order's refunds and returns over the limit of their total length.
 * @throws ApiError `conflict` for `note`
 */
export function assertNoteLimit(before: Order, after: Order): void {
  const [bytesBefore, bytesAfter] = [countNoteBytes(before), countNoteBytes(after)];
  if (bytesAfter <= maxNoteBytesPerOrder || bytesAfter <= bytesBefore) return;
  throwApiError("conflict", {
    message: `The notes of an order's refunds and returns can have at most ${maxNoteBytesPerOrder} bytes in total.`,
    fields: [
      fieldError(
        "note",
        "too_long",
        { max: maxNoteBytesPerOrder, unit: "bytes" },
        `The notes of the order's refunds and returns would have ${bytesAfter} bytes in total. The maximum is ${maxNoteBytesPerOrder}.`,
      ),
    ],
  });
}
