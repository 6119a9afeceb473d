import type { NotificationKind } from "@souk/contract";
import { useTemplates } from "../../notifications/notification-queries.ts";
import { usePermissions } from "../../use-permissions.ts";

/**
 * Return the title of a customer email that the store has turned off; null if it is on, or if the person may not read the
 * store's settings.
 */
export function useDisabledEmailTitle(kind: NotificationKind): string | null {
  const canViewSettings = usePermissions()("settings.view");
  const { data } = useTemplates(canViewSettings);
  const template = data?.notification_templates.find((candidate) => candidate.kind === kind);
  return template === undefined || template.is_enabled ? null : template.title;
}
