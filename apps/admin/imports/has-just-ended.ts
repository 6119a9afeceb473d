import type { OperationResponse, operations } from "@souk/contract";

type ImportState = Pick<OperationResponse<typeof operations.getImport>["import"], "id" | "status">;

/**
 * Return whether an import has ended since the page last saw it. A short import may end before the page has seen it running.
 * @param previous the import as the page last saw it; undefined if the page had loaded none
 */
export function hasJustEnded(previous: ImportState | undefined, current: ImportState): boolean {
  const hadNotEnded =
    previous?.id === current.id && (previous.status === "checked" || previous.status === "running");
  const hasEnded = current.status === "done" || current.status === "failed" || current.status === "cancelled";
  return hadNotEnded && hasEnded;
}
