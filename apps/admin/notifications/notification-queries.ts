import type { NotificationKind, OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type Template = OperationResponse<typeof operations.getNotificationTemplate>["notification_template"];

export const templateListKey = ["notification_templates"] as const;

/**
 * Load the templates of all customer emails.
 * @param isEnabled whether to load them, which requires the right to view settings
 */
export function useTemplates(isEnabled = true) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: templateListKey,
    queryFn: ({ signal }) => admin.notification_templates.list({ signal }),
    enabled: isEnabled,
  });
}

export const templateKey = (kind: string) => ["notification_template", kind] as const;

/** Load the template of a customer email by its kind. */
export function useTemplate(kind: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: templateKey(kind),
    // The kind in the URL may be unknown; the API then returns an error.
    queryFn: ({ signal }) =>
      admin.notification_templates.get({ params: { kind: kind as NotificationKind }, signal }),
  });
}
