import { StatusBadge, type Tone } from "@souk/ui";
import type { AppInstallation } from "../records.ts";
import { texts } from "../texts.ts";

const tones: Readonly<Record<AppInstallation["status"], Tone>> = {
  enabled: "good",
  disabled: "warn",
  uninstalling: "warn",
  uninstalled: "neutral",
};

/** Show the status of an installation as a badge. */
export function InstallationBadge({ status }: Pick<AppInstallation, "status">) {
  return <StatusBadge tone={tones[status]}>{texts.installations.states[status]}</StatusBadge>;
}
