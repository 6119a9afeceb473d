import { StatusBadge } from "@souk/ui";
import type { Suspension } from "../records.ts";
import { strings } from "../strings.ts";

/** Whether something is suspended, in a word. */
export function StateBadge({ suspended }: { suspended: Suspension }) {
  const { suspended: yes, active } = strings.state;
  return <StatusBadge tone={suspended ? "danger" : "good"}>{suspended ? yes : active}</StatusBadge>;
}
