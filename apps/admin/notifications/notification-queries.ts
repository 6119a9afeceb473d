import type { AnswerOf, NotificationKind, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type Template = AnswerOf<typeof operations.getNotificationTemplate>["notification_template"];

export const templatesKey = ["notification_templates"] as const;

/**
 * Every mail that customers get.
 * @param isAsked whether they are asked for, which takes read_store
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

/** One of them. */
export function useTemplate(kind: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: templateKey(kind),
    // What the address names may be no mail at all, which the platform says.
    queryFn: ({ signal }) =>
      admin.notification_templates.get({ params: { kind: kind as NotificationKind }, signal }),
  });
}
