import { StatusBadge } from "@souk/ui";
import { texts } from "../texts.ts";
import type { InstalledApp } from "./app-queries.ts";

const tones = { enabled: "good", disabled: "neutral", uninstalling: "warn" } as const;

/** Show the status of an installed app as a badge. */
export function AppStatus({ app }: { app: Pick<InstalledApp, "status" | "suspended"> }) {
  if (app.suspended !== null) return <StatusBadge tone="danger">{texts.apps.suspended}</StatusBadge>;
  return <StatusBadge tone={tones[app.status]}>{texts.apps.statuses[app.status]}</StatusBadge>;
}
