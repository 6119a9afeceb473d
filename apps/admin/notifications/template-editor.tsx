import { Alert, Text } from "@mantine/core";
import { describeError, SaveBar, Section, Timestamp, useAction, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { texts } from "../texts.ts";
import classes from "./editor.module.css";
import { type Template, templateKey, templateListKey } from "./notification-queries.ts";
import { PreviewCard } from "./preview-card.tsx";
import { collectErrors, getSavableChanges } from "./template-errors.ts";
import { TemplateFields } from "./template-fields.tsx";
import { type Draft, useTemplateDraft } from "./use-template-draft.ts";
import { useTemplatePreview } from "./use-template-preview.ts";
import { VariablesCard } from "./variables-card.tsx";

interface TemplateEditorProps {
  template: Template;
  canEdit: boolean;
}

interface SaveInput {
  body: Partial<Draft>;
  /** Whether `body` contains all changes; false if texts are left out because one of them is invalid. */
  includesAllChanges: boolean;
}

/** Show the editor of an email's texts, with a live preview and the list of variables. */
export function TemplateEditor({ template, canEdit }: TemplateEditorProps) {
  const { kind } = template;
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const form = useRef<HTMLDivElement>(null);
  const { draft, changes, isDirty, changeFields, discardChanges } = useTemplateDraft(template);
  const preview = useTemplatePreview(kind, draft);
  const save = useAction({
    run: ({ body }: SaveInput) => admin.notification_templates.update({ params: { kind }, body }),
    done: (_response, { body, includesAllChanges }) =>
      includesAllChanges
        ? texts.notifications.saved
        : texts.notifications.savedSwitch({ isOn: String(body.is_enabled === true) }),
    quiet: true,
    refresh: [templateListKey, ["activity"]],
    onDone: (response) => queryClient.setQueryData(templateKey(kind), response),
  });
  const errors = collectErrors(draft, preview.error ?? save.error);
  const hasErrors = Object.keys(errors).length > 0;
  const savableChanges = getSavableChanges(changes, errors);
  // If all changes can be saved, `getSavableChanges` returns `changes` itself.
  const hasUnsavableChanges = savableChanges !== changes;
  const saveChanges = () => {
    if (Object.keys(savableChanges).length > 0)
      return save.start({ body: savableChanges, includesAllChanges: !hasUnsavableChanges });
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const saveError = save.error === null ? undefined : describeError(save.error).text;
  return (
    <>
      <div className={classes["columns"]}>
        <div className={classes["column"]} ref={form}>
          <Section title={texts.notifications.template}>
            {!canEdit && (
              <Text size="sm" mb="md">
                {texts.notifications.readOnly}
              </Text>
            )}
            {template.render_error !== null && (
              <Alert color="yellow" title={texts.notifications.renderFailed.title} mb="md">
                {texts.notifications.renderFailed.text({ error: template.render_error })}
                {template.render_failed_at !== null && (
                  <Text size="sm" mt="xs">
                    <Timestamp at={template.render_failed_at} />
                  </Text>
                )}
              </Alert>
            )}
            <TemplateFields
              draft={draft}
              errors={errors}
              canEdit={canEdit}
              onChange={(changedFields) => {
                save.reset();
                changeFields(changedFields);
              }}
            />
          </Section>
        </div>
        <div className={classes["column"]}>
          <PreviewCard
            kind={kind}
            draft={draft}
            preview={preview}
            hasErrors={hasErrors}
            canSendTest={canEdit}
          />
          <VariablesCard kind={kind} />
        </div>
      </div>
      {canEdit && (
        <SaveBar
          isDirty={isDirty}
          isRunning={save.isRunning}
          problem={hasUnsavableChanges ? texts.notifications.notSaved : saveError}
          onSave={saveChanges}
          onDiscard={() => {
            save.reset();
            discardChanges();
          }}
        />
      )}
    </>
  );
}
