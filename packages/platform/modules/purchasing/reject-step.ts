import { fieldError, type TransitionTrigger, throwApiError } from "@souk/contract";
import type { DocumentKind } from "./document-kind.ts";
import type { WrittenDocument } from "./stock-document.ts";

const words = (status: string): string => status.replaceAll("_", " ");

/** Reject an impossible change of status. @throws ApiError conflict, naming the status */
export function rejectStep(
  { called, plural }: DocumentKind,
  { id, status }: WrittenDocument,
  { to, by }: { to: string; by: TransitionTrigger },
): never {
  const path = `/api/4.0/${plural}/${id}`;
  const receiving = ` Receive units with POST ${path}/receive.json.`;
  const ways: Readonly<Record<string, string>> = {
    cancelled: ` Cancel it with POST ${path}/cancel.json.`,
    partially_received: receiving,
    received: receiving,
  };
  const hint = by === "status" ? (ways[to] ?? "") : "";
  const message = `This ${called} is ${words(status)} and cannot become ${words(to)}.${hint}`;
  throwApiError("conflict", { message, fields: [fieldError("status", "conflict", { current: status })] });
}
