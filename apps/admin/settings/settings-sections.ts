import { locationViewRights, type PageUrl } from "@souk/contract";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";

/** Return the pages of the settings that the signed-in person may view. */
export function useSettingsSections(): { label: string; to: PageUrl }[] {
  const hasAnyRight = usePermissions();
  const { tabs } = texts.settings;
  return [
    hasAnyRight("settings.view") && { label: tabs.store, to: toStorePage("/settings") },
    hasAnyRight(...locationViewRights) && {
      label: tabs.locations,
      to: toStorePage("/settings/locations"),
    },
    hasAnyRight("currencies.view") && { label: tabs.currencies, to: toStorePage("/settings/currencies") },
    hasAnyRight("customer_attributes.view") && {
      label: tabs.customerFields,
      to: toStorePage("/settings/customer-fields"),
    },
    hasAnyRight("settings.view") && { label: tabs.notifications, to: toStorePage("/settings/notifications") },
    hasAnyRight("members.manage") && { label: tabs.people, to: toStorePage("/settings/people") },
    hasAnyRight("apps.manage") && { label: tabs.customApps, to: toStorePage("/settings/custom-apps") },
    hasAnyRight("customers.privacy") && { label: tabs.privacy, to: toStorePage("/settings/privacy") },
    hasAnyRight("audit_log.view") && { label: tabs.audit, to: toStorePage("/settings/audit-log") },
    hasAnyRight("audit_log.view") && { label: tabs.security, to: toStorePage("/settings/security-log") },
  ].filter((page) => page !== false);
}
