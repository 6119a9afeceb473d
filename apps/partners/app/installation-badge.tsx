import { StatusBadge, type Tone } from "@souk/ui";
import type { AppInstallation } from "../records.ts";
import { strings } from "../strings.ts";

const tones: Readonly<Record<AppInstallation["status"], Tone>> = {
  enabled: "good",
  disabled: "warn",
  uninstalling: "warn",
  uninstalled: "neutral",
};

/** How an installation stands, in a word. */
export function InstallationBadge({ status }: Pick<AppInstallation, "status">) {
  return <StatusBadge tone={tones[status]}>{strings.installations.states[status]}</StatusBadge>;
}
