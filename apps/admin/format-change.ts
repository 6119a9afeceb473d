import { formatNumber } from "@souk/ui";

/** Format the change of a quantity. An increase has a plus sign, and a decrease has a minus sign. */
export function formatChange(change: number): string {
  return change > 0 ? `+${formatNumber(change)}` : formatNumber(change);
}
