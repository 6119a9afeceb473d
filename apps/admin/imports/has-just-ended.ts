import type { OperationResponse, operations } from "@souk/contract";

type ImportState = Pick<OperationResponse<typeof operations.getImport>["import"], "id" | "status">;

/**
 * Return whether an import has ended since the page last saw it. A short import may end before the page has seen it running.
 * @param before the import as the page last saw it; undefined if the page had loaded none
 */
export function hasJustEnded(before: ImportState | undefined, now: ImportState): boolean {
  const hadNotEnded = before?.id === now.id && (before.status === "checked" || before.status === "running");
  const hasEnded = now.status === "done" || now.status === "failed" || now.status === "cancelled";
  return hadNotEnded && hasEnded;
}
