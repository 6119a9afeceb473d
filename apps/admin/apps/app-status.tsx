import { StatusBadge } from "@souk/ui";
import type { InstalledApp } from "./app-queries.ts";
import { strings } from "./strings.ts";

const tones = { enabled: "good", disabled: "neutral", uninstalling: "warn" } as const;

/** How an installed app stands, in a word. */
export function AppStatus({ app }: { app: Pick<InstalledApp, "status" | "suspended"> }) {
  if (app.suspended !== null) return <StatusBadge tone="danger">{strings.suspended}</StatusBadge>;
  return <StatusBadge tone={tones[app.status]}>{strings.statuses[app.status]}</StatusBadge>;
}
