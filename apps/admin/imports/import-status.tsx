import { StatusBadge, type Tone } from "@souk/ui";
import { texts } from "../texts.ts";
import type { Import } from "./import-queries.ts";

const tones: Record<Import["status"], Tone> = {
  checking: "info",
  checked: "warn",
  running: "info",
  done: "good",
  failed: "danger",
  cancelled: "neutral",
};

/** Show the status of an import as a badge. */
export function ImportStatus({ status }: { status: Import["status"] }) {
  return <StatusBadge tone={tones[status]}>{texts.imports.statuses[status]}</StatusBadge>;
}
