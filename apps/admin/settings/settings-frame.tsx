import { PageFrame } from "@souk/ui";
import type { ReactNode } from "react";
import { SettingsParts } from "./settings-parts.tsx";

interface SettingsFrameProps {
  title: string;
  lead?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the settings, with the way to the others. */
export function SettingsFrame({ title, lead, actions, children }: SettingsFrameProps) {
  return (
    <PageFrame
      title={title}
      {...(lead === undefined ? {} : { lead })}
      {...(actions === undefined ? {} : { actions })}
    >
      <SettingsParts />
      {children}
    </PageFrame>
  );
}
