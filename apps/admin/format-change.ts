import { formatNumber } from "@souk/ui";

/** Format a change of a quantity with its sign, plus or minus. */
export function formatChange(change: number): string {
  return change > 0 ? `+${formatNumber(change)}` : formatNumber(change);
}
