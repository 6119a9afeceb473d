import { type FieldError, textLimits } from "@souk/contract";
import type { Order, OrderReturnRow } from "../orders/index.ts";

/** What of a return says more of it. */
interface SentDetails {
  note?: string;
  refund_id?: number | null;
}

/**
 * Reads the note and the refund of a return; what is not sent stays.
 * @param faults gets what is wrong, by its field
 */
export function readDetails(
  { refunds }: Order,
  { sent, before }: { sent: SentDetails; before: Pick<OrderReturnRow, "note" | "refund_id"> },
  faults: FieldError[],
): Pick<OrderReturnRow, "note" | "refund_id"> {
  const { note = before.note, refund_id = before.refund_id } = sent;
  if (Buffer.byteLength(note) > textLimits.note)
    faults.push({ path: "note", message: `must have at most ${textLimits.note} bytes` });
  const named = refund_id !== before.refund_id && refund_id !== null;
  const refund = refunds.find(({ id }) => id === refund_id);
  if (named && refund === undefined)
    faults.push({ path: "refund_id", message: "is no refund of this order" });
  else if (named && refund?.status === "cancelled")
    faults.push({ path: "refund_id", message: "is a refund that was cancelled" });
  return { note: note.trim(), refund_id };
}
