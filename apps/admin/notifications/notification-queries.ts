import type { NotificationKind, OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type Template = OperationResponse<typeof operations.getNotificationTemplate>["notification_template"];

export const templatesKey = ["notification_templates"] as const;

/**
 * Load every customer email.
 * @param isAsked whether to load them, which takes read_store
 */
export function useTemplates(isAsked = true) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => admin.notification_templates.list({ signal }),
    enabled: isAsked,
  });
}

export const templateKey = (kind: string) => ["notification_template", kind] as const;

/** Load one customer email by its kind. */
export function useTemplate(kind: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: templateKey(kind),
    // The address may name an unknown email; the platform answers with an error.
    queryFn: ({ signal }) =>
      admin.notification_templates.get({ params: { kind: kind as NotificationKind }, signal }),
  });
}
