import { StatusBadge, type Tone } from "@souk/ui";
import { texts } from "../texts.ts";
import type { StockDocument } from "./stock-document.ts";

type Status = StockDocument["status"];

const tones: Record<keyof typeof texts.purchasing.statuses, Tone> = {
  draft: "neutral",
  ordered: "info",
  in_transit: "info",
  partially_received: "warn",
  received: "good",
  cancelled: "neutral",
};

/** Show the state of a purchase order or a transfer. */
export function DocumentStatus({ status }: { status: Status }) {
  const known = status as keyof typeof texts.purchasing.statuses;
  return <StatusBadge tone={tones[known]}>{texts.purchasing.statuses[known]}</StatusBadge>;
}

/** Return whether units of a document may still be received. */
export function isOpen({ status }: Pick<StockDocument, "status">): boolean {
  return status === "ordered" || status === "in_transit" || status === "partially_received";
}
