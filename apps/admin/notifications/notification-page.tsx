import {
  Answered,
  ConfirmButton,
  isMissing,
  PageFrame,
  StatusBadge,
  useAdminConsole,
  useKeptFocus,
} from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useMay } from "../use-may.ts";
import { type Template, templateKey, templatesKey, useTemplate } from "./notification-queries.ts";
import { TemplateEditor } from "./template-editor.tsx";

/** Show one customer email: its texts, editable beside a preview. */
export function NotificationPage() {
  const { kind = "" } = useParams({ strict: false }) as { kind?: string };
  const query = useTemplate(kind);
  const template = query.data?.notification_template;
  const list = toStorePage("/settings/notifications");
  const mayChange = useMay()("write_store");
  const isTouched = template?.is_edited === true || template?.is_enabled === false;
  return (
    <PageFrame
      wide
      title={
        template?.title ?? (isMissing(query) ? texts.notifications.missing.title : texts.notifications.title)
      }
      breadcrumbs={[
        { label: texts.notifications.settings, to: toStorePage("/settings") },
        { label: texts.notifications.title, to: list },
      ]}
      {...(template ? { lead: template.description } : {})}
      badge={
        template?.is_enabled === false && <StatusBadge tone="neutral">{texts.notifications.off}</StatusBadge>
      }
      {...(template && mayChange && isTouched ? { actions: <ResetTemplate template={template} /> } : {})}
    >
      <Answered
        query={query}
        skeleton="form"
        missing={<MissingRecord words={texts.notifications.missing} to={list} />}
      >
        {({ notification_template }) => (
          <Editor key={notification_template.kind} template={notification_template} mayChange={mayChange} />
        )}
      </Answered>
    </PageFrame>
  );
}

/** Show the editor. A reset removes its own button, so the focus moves here. */
function Editor({ template, mayChange }: { template: Template; mayChange: boolean }) {
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region, String(template.updated_at));
  return (
    <div ref={region} tabIndex={-1}>
      <TemplateEditor template={template} mayChange={mayChange} />
    </div>
  );
}

function ResetTemplate({ template: { kind, title, is_edited } }: { template: Template }) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const words = texts.notifications.reset;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ email: title })}
      confirm={words.confirm}
      done={words.done}
      onConfirm={() => admin.notification_templates.reset({ params: { kind } })}
      refresh={[templatesKey]}
      onDone={(answer) => queries.setQueryData(templateKey(kind), answer)}
    >
      {is_edited ? words.text : words.textOff}
    </ConfirmButton>
  );
}
