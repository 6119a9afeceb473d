import { DataTable, StatusBadge, Timestamp, TwoLines } from "@souk/ui";
import { toStorePage } from "../page-urls.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { texts } from "../texts.ts";
import { EmailLimitsAlert } from "./email-limits-alert.tsx";
import { useTemplates } from "./notification-queries.ts";

/** Show the list of the emails that the store sends to customers. */
export function NotificationsPage() {
  const query = useTemplates();
  const { columns } = texts.notifications;
  return (
    <SettingsFrame title={texts.notifications.title} lead={texts.notifications.lead}>
      {query.data && <EmailLimitsAlert limits={query.data.email_limits} />}
      <DataTable
        label={texts.notifications.title}
        query={query}
        rows={({ notification_templates }) => notification_templates}
        getKey={({ kind }) => kind}
        getLink={({ kind }) => toStorePage("/settings/notifications/$kind", { kind })}
        columns={[
          {
            id: "mail",
            header: columns.email,
            cell: ({ title, description }) => <TwoLines first={title} second={description} />,
          },
          {
            id: "state",
            header: columns.status,
            cell: ({ is_enabled }) => (
              <StatusBadge tone={is_enabled ? "good" : "neutral"}>
                {is_enabled ? texts.notifications.on : texts.notifications.off}
              </StatusBadge>
            ),
          },
          {
            id: "text",
            header: columns.template,
            cell: ({ is_edited, render_error }) => {
              if (render_error !== null)
                return <StatusBadge tone="warn">{texts.notifications.failing}</StatusBadge>;
              return is_edited ? texts.notifications.customized : texts.notifications.byDefault;
            },
          },
          {
            id: "updated",
            header: columns.updated,
            cell: ({ updated_at }) =>
              updated_at === null ? texts.notifications.never : <Timestamp at={updated_at} />,
          },
        ]}
      />
    </SettingsFrame>
  );
}
