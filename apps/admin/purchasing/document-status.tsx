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

/** Show the status of a purchase order or transfer as a badge. */
export function DocumentStatus({ status }: { status: Status }) {
  const statusName = status as keyof typeof texts.purchasing.statuses;
  return <StatusBadge tone={tones[statusName]}>{texts.purchasing.statuses[statusName]}</StatusBadge>;
}

/** Return whether a stock document's status allows receiving units. */
export function isReceivable({ status }: Pick<StockDocument, "status">): boolean {
  return status === "ordered" || status === "in_transit" || status === "partially_received";
}
