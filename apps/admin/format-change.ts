import { formatNumber } from "@souk/ui";

/** What was added or taken, with a sign for both. */
export function formatChange(change: number): string {
  return change > 0 ? `+${formatNumber(change)}` : formatNumber(change);
}
