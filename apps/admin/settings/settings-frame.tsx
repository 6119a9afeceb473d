import { PageFrame, type PageFrameProps, PageParts } from "@souk/ui";
import { useSettingsParts } from "./settings-parts.ts";
import { strings } from "./strings.ts";

/** A page of the settings, with the way to the others. */
export function SettingsFrame({ children, ...frame }: PageFrameProps) {
  const pages = useSettingsParts();
  return (
    <PageFrame {...frame}>
      {pages.length > 0 && <PageParts label={strings.parts.label} pages={pages} />}
      {children}
    </PageFrame>
  );
}
