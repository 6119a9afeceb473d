import { StatusBadge, type Tone } from "@souk/ui";
import type { Import } from "./import-queries.ts";
import { strings } from "./strings.ts";

const tones: Record<Import["status"], Tone> = {
  checking: "info",
  checked: "warn",
  running: "info",
  done: "good",
  failed: "danger",
  cancelled: "neutral",
};

/** The state of an import. */
export function ImportStatus({ status }: { status: Import["status"] }) {
  return <StatusBadge tone={tones[status]}>{strings.statuses[status]}</StatusBadge>;
}
