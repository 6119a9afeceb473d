import { refuse, type Step } from "@souk/contract";
import type { DocumentKind } from "./document-kind.ts";
import type { WrittenDocument } from "./stock-document.ts";

const words = (status: string): string => status.replaceAll("_", " ");

/** Refuses a way between states that is not drawn. @throws Refusal conflict, naming the status */
export function refuseStep(
  { called, plural }: DocumentKind,
  { id, status }: WrittenDocument,
  { to, by }: { to: string; by: Step },
): never {
  const path = `/api/4.0/${plural}/${id}`;
  const receiving = ` Units are received with POST ${path}/receive.json.`;
  const ways: Readonly<Record<string, string>> = {
    cancelled: ` It is cancelled with POST ${path}/cancel.json.`,
    partially_received: receiving,
    received: receiving,
  };
  const hint = by === "status" ? (ways[to] ?? "") : "";
  const message = `This ${called} is ${words(status)}; from there it cannot become ${words(to)}.${hint}`;
  refuse("conflict", { message, fields: [{ path: "status", message: `is ${status}` }] });
}
