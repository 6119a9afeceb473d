import { useStore } from "@souk/ui";
import { useMayManage } from "../apps/use-may-manage.ts";
import { useMay } from "../use-may.ts";
import { strings } from "./strings.ts";

/** The parts of the settings that the signed-in person's role shows anything of. */
export function useSettingsParts(): { label: string; to: string }[] {
  const { handle } = useStore();
  const may = useMay();
  const manages = useMayManage();
  const { parts } = strings;
  const at = `/${handle}/settings`;
  return [
    may("read_store") && { label: parts.store, to: at },
    may("read_shipping", "read_products", "write_locations") && {
      label: parts.locations,
      to: `${at}/locations`,
    },
    may("read_currencies") && { label: parts.currencies, to: `${at}/currencies` },
    may("read_customer_attributes") && { label: parts.customerFields, to: `${at}/customer-fields` },
    may("read_store") && { label: parts.notifications, to: `${at}/notifications` },
    manages && { label: parts.people, to: `${at}/people` },
    manages && { label: parts.customApps, to: `${at}/custom-apps` },
    manages && { label: parts.privacy, to: `${at}/privacy` },
    manages && { label: parts.audit, to: `${at}/audit-log` },
  ].filter((part) => part !== false);
}
