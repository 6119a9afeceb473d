import { PageFrame, type PageFrameProps, PageTabs } from "@souk/ui";
import { texts } from "../texts.ts";
import { useSettingsSections } from "./settings-sections.ts";

/** Show a page of the settings with tabs for the other pages. */
export function SettingsFrame({ children, ...frame }: PageFrameProps) {
  const pages = useSettingsSections();
  return (
    <PageFrame {...frame}>
      {pages.length > 0 && <PageTabs label={texts.settings.tabs.label} pages={pages} />}
      {children}
    </PageFrame>
  );
}
