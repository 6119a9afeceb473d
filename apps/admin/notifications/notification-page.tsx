import {
  ConfirmButton,
  isMissing,
  PageFrame,
  QueryBoundary,
  StatusBadge,
  useAdminConsole,
  useFocusFallback,
} from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { type Template, templateKey, templateListKey, useTemplate } from "./notification-queries.ts";
import { TemplateEditor } from "./template-editor.tsx";

/** Show a customer email: the editor of its template with a preview, and the button that resets the template. */
export function NotificationPage() {
  const { kind = "" } = useParams({ strict: false }) as { kind?: string };
  const query = useTemplate(kind);
  const template = query.data?.notification_template;
  const listPage = toStorePage("/settings/notifications");
  const canEdit = usePermissions()("settings.edit");
  const isCustomized = template?.is_edited === true || template?.is_enabled === false;
  return (
    <PageFrame
      wide
      title={
        template?.title ?? (isMissing(query) ? texts.notifications.missing.title : texts.notifications.title)
      }
      breadcrumbs={[
        { label: texts.notifications.settings, to: toStorePage("/settings") },
        { label: texts.notifications.title, to: listPage },
      ]}
      {...(template ? { lead: template.description } : {})}
      badge={
        template?.is_enabled === false && <StatusBadge tone="neutral">{texts.notifications.off}</StatusBadge>
      }
      {...(template && canEdit && isCustomized ? { actions: <ResetTemplate template={template} /> } : {})}
    >
      <QueryBoundary
        query={query}
        skeleton="form"
        notFound={<MissingRecord words={texts.notifications.missing} to={listPage} />}
      >
        {({ notification_template }) => (
          <EditorWithFocus
            key={notification_template.kind}
            template={notification_template}
            canEdit={canEdit}
          />
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

/** Show the editor, which receives the focus after a reset, because the reset button is then removed. */
function EditorWithFocus({ template, canEdit }: { template: Template; canEdit: boolean }) {
  const region = useRef<HTMLDivElement>(null);
  useFocusFallback(region, String(template.updated_at));
  return (
    <div ref={region} tabIndex={-1}>
      <TemplateEditor template={template} canEdit={canEdit} />
    </div>
  );
}

function ResetTemplate({ template: { kind, title, is_edited } }: { template: Template }) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const words = texts.notifications.reset;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ email: title })}
      confirm={words.confirm}
      done={words.done}
      onConfirm={() => admin.notification_templates.reset({ params: { kind } })}
      refresh={[templateListKey]}
      onDone={(response) => queryClient.setQueryData(templateKey(kind), response)}
    >
      {is_edited ? words.text : words.textOff}
    </ConfirmButton>
  );
}
