import { PageFrame, type PageFrameProps, PageParts, useStore } from "@souk/ui";
import { strings } from "./strings.ts";

/** A page of the settings, with the way to the others. */
export function SettingsFrame({ children, ...frame }: PageFrameProps) {
  const { handle } = useStore();
  const { parts } = strings;
  const pages = [
    { label: parts.store, to: `/${handle}/settings` },
    { label: parts.locations, to: `/${handle}/settings/locations` },
    { label: parts.currencies, to: `/${handle}/settings/currencies` },
    { label: parts.customerFields, to: `/${handle}/settings/customer-fields` },
    { label: parts.people, to: `/${handle}/settings/people` },
    { label: parts.customApps, to: `/${handle}/settings/custom-apps` },
    { label: parts.privacy, to: `/${handle}/settings/privacy` },
    { label: parts.audit, to: `/${handle}/settings/audit-log` },
  ];
  return (
    <PageFrame {...frame}>
      <PageParts label={parts.label} pages={pages} />
      {children}
    </PageFrame>
  );
}
