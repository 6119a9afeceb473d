import { StatusBadge } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { StaffApp, Suspension } from "../records.ts";

/** Show whether a record is suspended, as a badge. */
export function StateBadge({ suspended }: { suspended: Suspension }) {
  const words = texts.staff.state;
  return (
    <StatusBadge tone={suspended ? "danger" : "good"}>
      {suspended ? words.suspended : words.active}
    </StatusBadge>
  );
}

/** Show whether an app is suspended, either itself or because its partner is suspended. */
export function AppStateBadge({ app }: { app: StaffApp }) {
  if (app.suspended === null && app.partner?.suspended)
    return <StatusBadge tone="danger">{texts.staff.state.suspendedPartner}</StatusBadge>;
  return <StateBadge suspended={app.suspended} />;
}
