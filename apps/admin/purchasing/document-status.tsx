import { StatusBadge, type Tone } from "@souk/ui";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";

type Status = StockDocument["status"];

const tones: Record<keyof typeof strings.statuses, Tone> = {
  draft: "neutral",
  ordered: "info",
  in_transit: "info",
  partially_received: "warn",
  received: "good",
  cancelled: "neutral",
};

/** The state of a purchase order or a transfer. */
export function DocumentStatus({ status }: { status: Status }) {
  const known = status as keyof typeof strings.statuses;
  return <StatusBadge tone={tones[known]}>{strings.statuses[known]}</StatusBadge>;
}

/** Whether units of it may still come. */
export function isOpen({ status }: Pick<StockDocument, "status">): boolean {
  return status === "ordered" || status === "in_transit" || status === "partially_received";
}
