import { formatNumber } from "@souk/ui";
import { texts } from "../../texts.ts";

/** Format a count that the platform stops counting at `max`, for example "10,000+". */
export function formatCount(count: number, max: number): string {
  return count >= max ? texts.staff.health.atLeast({ count: formatNumber(max) }) : formatNumber(count);
}
