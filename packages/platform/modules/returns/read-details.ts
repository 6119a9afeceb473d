import { type FieldError, fieldError, maxTextBytes } from "@souk/contract";
import type { Order, OrderReturnRow } from "../orders/index.ts";

/** The fields of a request body that set a return's note and refund. */
interface DetailsInput {
  note?: string;
  refund_id?: number | null;
}

/**
 * Read the note and the refund of a return. Omitted fields keep their current values.
 * @param errors the list to which an error for each invalid field is added
 */
export function readDetails(
  { refunds }: Order,
  { body, current }: { body: DetailsInput; current: Pick<OrderReturnRow, "note" | "refund_id"> },
  errors: FieldError[],
): Pick<OrderReturnRow, "note" | "refund_id"> {
  const { note = current.note, refund_id = current.refund_id } = body;
  if (Buffer.byteLength(note) > maxTextBytes.note)
    errors.push(fieldError("note", "too_long", { max: maxTextBytes.note, unit: "bytes" }));
  const isNewRefund = refund_id !== current.refund_id && refund_id !== null;
  const refund = refunds.find(({ id }) => id === refund_id);
  if (isNewRefund && refund === undefined)
    errors.push(fieldError("refund_id", "not_found", { resource: "refund", of: "order" }));
  else if (isNewRefund && refund?.status === "cancelled")
    errors.push(
      fieldError("refund_id", "not_allowed", {}, "{field} must not be the id of a canceled refund."),
    );
  return { note: note.trim(), refund_id };
}
