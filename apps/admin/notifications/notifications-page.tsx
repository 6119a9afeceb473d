import { DataTable, StatusBadge, Timestamp, TwoLines, useStore } from "@souk/ui";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { useTemplates } from "./notification-queries.ts";
import { strings } from "./strings.ts";

/** The mails that customers of the shop get. */
export function NotificationsPage() {
  const { handle } = useStore();
  const query = useTemplates();
  const { columns } = strings;
  return (
    <SettingsFrame title={strings.title} lead={strings.lead}>
      <DataTable
        label={strings.title}
        query={query}
        rows={({ notification_templates }) => notification_templates}
        keyOf={({ kind }) => kind}
        linkOf={({ kind }) => `/${handle}/settings/notifications/${kind}`}
        columns={[
          {
            id: "mail",
            header: columns.mail,
            cell: ({ title, description }) => <TwoLines first={title} second={description} />,
          },
          {
            id: "state",
            header: columns.state,
            cell: ({ is_enabled }) => (
              <StatusBadge tone={is_enabled ? "good" : "neutral"}>
                {is_enabled ? strings.on : strings.off}
              </StatusBadge>
            ),
          },
          {
            id: "text",
            header: columns.text,
            cell: ({ is_edited }) => (is_edited ? strings.own : strings.byDefault),
          },
          {
            id: "updated",
            header: columns.updated,
            cell: ({ updated_at }) => (updated_at === null ? strings.never : <Timestamp at={updated_at} />),
          },
        ]}
      />
    </SettingsFrame>
  );
}
