import type { NotificationKind } from "@souk/contract";
import { useTemplates } from "../../notifications/notification-queries.ts";
import { useMay } from "../../use-may.ts";

/**
 * Return the title of a customer email that the store has switched off; null if it is sent or this person
 * may not know.
 */
export function useSwitchedOff(kind: NotificationKind): string | null {
  const { data } = useTemplates(useMay()("read_store"));
  const template = data?.notification_templates.find((candidate) => candidate.kind === kind);
  return template === undefined || template.is_enabled ? null : template.title;
}
