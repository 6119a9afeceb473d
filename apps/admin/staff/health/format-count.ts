import { formatNumber } from "@souk/ui";
import { texts } from "../../texts.ts";

/** Format a count. At `max`, where the platform stops counting, the text ends with a plus sign, for example "10,000+". */
export function formatCount(count: number, max: number): string {
  return count >= max ? texts.staff.health.atLeast({ count: formatNumber(max) }) : formatNumber(count);
}
