import { fieldError, type TransitionTrigger, throwApiError } from "@souk/contract";
import { formatStatus } from "../../infrastructure/format-status.ts";
import type { DocumentKind } from "./document-kind.ts";
import type { SavedDocument } from "./stock-document.ts";

/** Reject a status change that is not allowed. @throws ApiError `conflict` for `status` */
export function throwTransitionConflict(
  { label, plural }: DocumentKind,
  { id, status: currentStatus }: SavedDocument,
  { status, trigger }: { status: string; trigger: TransitionTrigger },
): never {
  const path = `/api/4.0/${plural}/${id}`;
  const receiveHint = ` Receive units with POST ${path}/receive.json.`;
  const hints: Readonly<Record<string, string>> = {
    cancelled: ` Cancel it with POST ${path}/cancel.json.`,
    partially_received: receiveHint,
    received: receiveHint,
  };
  const hint = trigger === "status" ? (hints[status] ?? "") : "";
  throwApiError("conflict", {
    message: `This ${label} is ${formatStatus(currentStatus)} and cannot be changed to ${formatStatus(status)}.${hint}`,
    fields: [fieldError("status", "conflict", { current: currentStatus })],
  });
}
