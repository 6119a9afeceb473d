import { type FieldError, fieldError, maxTextBytes } from "@souk/contract";
import type { Order, OrderReturnRow } from "../orders/index.ts";

/** The sent note and refund of a return. */
interface DetailsInput {
  note?: string;
  refund_id?: number | null;
}

/**
 * Read the note and the refund of a return; omitted fields are left unchanged.
 * @param errors receives the invalid fields
 */
export function readDetails(
  { refunds }: Order,
  { sent, before }: { sent: DetailsInput; before: Pick<OrderReturnRow, "note" | "refund_id"> },
  errors: FieldError[],
): Pick<OrderReturnRow, "note" | "refund_id"> {
  const { note = before.note, refund_id = before.refund_id } = sent;
  if (Buffer.byteLength(note) > maxTextBytes.note)
    errors.push(fieldError("note", "too_long", { max: maxTextBytes.note, unit: "bytes" }));
  const isNewRefund = refund_id !== before.refund_id && refund_id !== null;
  const refund = refunds.find(({ id }) => id === refund_id);
  if (isNewRefund && refund === undefined)
    errors.push(fieldError("refund_id", "not_found", { resource: "refund", of: "order" }));
  else if (isNewRefund && refund?.status === "cancelled")
    errors.push(fieldError("refund_id", "not_allowed", {}, "{field} is a cancelled refund."));
  return { note: note.trim(), refund_id };
}
