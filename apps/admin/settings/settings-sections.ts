import type { PageAddress } from "@souk/contract";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useMay, useMayManage } from "../use-may.ts";

/** Return the parts of the settings that the signed-in person's role can see. */
export function useSettingsSections(): { label: string; to: PageAddress }[] {
  const may = useMay();
  const manages = useMayManage();
  const { parts } = texts.settings;
  return [
    may("read_store") && { label: parts.store, to: toStorePage("/settings") },
    may("read_shipping", "read_products", "write_locations") && {
      label: parts.locations,
      to: toStorePage("/settings/locations"),
    },
    may("read_currencies") && { label: parts.currencies, to: toStorePage("/settings/currencies") },
    may("read_customer_attributes") && {
      label: parts.customerFields,
      to: toStorePage("/settings/customer-fields"),
    },
    may("read_store") && { label: parts.notifications, to: toStorePage("/settings/notifications") },
    manages && { label: parts.people, to: toStorePage("/settings/people") },
    manages && { label: parts.customApps, to: toStorePage("/settings/custom-apps") },
    manages && { label: parts.privacy, to: toStorePage("/settings/privacy") },
    manages && { label: parts.audit, to: toStorePage("/settings/audit-log") },
  ].filter((part) => part !== false);
}
