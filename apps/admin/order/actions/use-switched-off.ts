import type { NotificationKind } from "@souk/contract";
import { useTemplates } from "../../notifications/notification-queries.ts";
import { useMay } from "../../use-may.ts";

/** What a mail to customers is called that the shop has switched off; null: it is sent, or this person may not know. */
export function useSwitchedOff(kind: NotificationKind): string | null {
  const { data } = useTemplates(useMay()("read_store"));
  const template = data?.notification_templates.find((each) => each.kind === kind);
  return template === undefined || template.is_enabled ? null : template.title;
}
