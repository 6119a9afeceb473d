import { StatusBadge, type Tone } from "@souk/ui";
import type { AppInstallation } from "../records.ts";
import { texts } from "../texts.ts";

const tones: Readonly<Record<AppInstallation["status"], Tone>> = {
  enabled: "good",
  disabled: "warn",
  uninstalling: "warn",
  uninstalled: "neutral",
};

/** Show the state of an installation in a word. */
export function InstallationBadge({ status }: Pick<AppInstallation, "status">) {
  return <StatusBadge tone={tones[status]}>{texts.installations.states[status]}</StatusBadge>;
}
