import type { PageUrl } from "@souk/contract";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { useIsOwnerOrManager, usePermissions } from "../use-permissions.ts";

/** Return the pages of the settings that the signed-in person may view. */
export function useSettingsSections(): { label: string; to: PageUrl }[] {
  const hasAnyScope = usePermissions();
  const isOwnerOrManager = useIsOwnerOrManager();
  const { tabs } = texts.settings;
  return [
    hasAnyScope("read_store") && { label: tabs.store, to: toStorePage("/settings") },
    hasAnyScope("read_shipping", "read_products", "write_locations") && {
      label: tabs.locations,
      to: toStorePage("/settings/locations"),
    },
    hasAnyScope("read_currencies") && { label: tabs.currencies, to: toStorePage("/settings/currencies") },
    hasAnyScope("read_customer_attributes") && {
      label: tabs.customerFields,
      to: toStorePage("/settings/customer-fields"),
    },
    hasAnyScope("read_store") && { label: tabs.notifications, to: toStorePage("/settings/notifications") },
    isOwnerOrManager && { label: tabs.people, to: toStorePage("/settings/people") },
    isOwnerOrManager && { label: tabs.customApps, to: toStorePage("/settings/custom-apps") },
    isOwnerOrManager && { label: tabs.privacy, to: toStorePage("/settings/privacy") },
    isOwnerOrManager && { label: tabs.audit, to: toStorePage("/settings/audit-log") },
    isOwnerOrManager && { label: tabs.security, to: toStorePage("/settings/security-log") },
  ].filter((section) => section !== false);
}
