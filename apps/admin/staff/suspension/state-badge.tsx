import { StatusBadge } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { StaffApp, Suspension } from "../records.ts";

/** Show whether a record is suspended, in a word. */
export function StateBadge({ suspended }: { suspended: Suspension }) {
  const { suspended: yes, active } = texts.staff.state;
  return <StatusBadge tone={suspended ? "danger" : "good"}>{suspended ? yes : active}</StatusBadge>;
}

/** Show whether an app is suspended; it also counts as suspended while its partner is. */
export function AppStateBadge({ app }: { app: StaffApp }) {
  if (app.suspended === null && app.partner?.suspended)
    return <StatusBadge tone="danger">{texts.staff.state.suspendedPartner}</StatusBadge>;
  return <StateBadge suspended={app.suspended} />;
}
