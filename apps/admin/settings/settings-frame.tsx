import { PageFrame, type PageFrameProps, PageTabs } from "@souk/ui";
import { texts } from "../texts.ts";
import { useSettingsSections } from "./settings-sections.ts";

/** Show a page of the settings, with links to the others. */
export function SettingsFrame({ children, ...frame }: PageFrameProps) {
  const pages = useSettingsSections();
  return (
    <PageFrame {...frame}>
      {pages.length > 0 && <PageTabs label={texts.settings.parts.label} pages={pages} />}
      {children}
    </PageFrame>
  );
}
