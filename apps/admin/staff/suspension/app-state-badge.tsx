import { StatusBadge } from "@souk/ui";
import type { StaffApp } from "../records.ts";
import { strings } from "../strings.ts";
import { StateBadge } from "./state-badge.tsx";

/** The same for an app, which also counts as suspended while its partner is. */
export function AppStateBadge({ app }: { app: StaffApp }) {
  if (app.suspended === null && app.partner?.suspended)
    return <StatusBadge tone="danger">{strings.state.throughPartner}</StatusBadge>;
  return <StateBadge suspended={app.suspended} />;
}
