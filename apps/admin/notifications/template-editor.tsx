import { Text } from "@mantine/core";
import { describeError, SaveBar, Section, useAction, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { texts } from "../texts.ts";
import classes from "./editor.module.css";
import { type Template, templateKey, templatesKey } from "./notification-queries.ts";
import { PreviewCard } from "./preview-card.tsx";
import { collectErrors, soundChanges } from "./template-errors.ts";
import { TemplateFields } from "./template-fields.tsx";
import { type Draft, useDraft } from "./use-draft.ts";
import { usePreview } from "./use-preview.ts";
import { VariablesCard } from "./variables-card.tsx";

interface TemplateEditorProps {
  template: Template;
  mayChange: boolean;
}

interface Saved {
  body: Partial<Draft>;
  /** False: invalid texts stay unsaved. */
  isAll: boolean;
}

/** Show the texts of an email with a live preview beside them. */
export function TemplateEditor({ template, mayChange }: TemplateEditorProps) {
  const { kind } = template;
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const form = useRef<HTMLDivElement>(null);
  const { draft, changes, isDirty, change, discard } = useDraft(template);
  const preview = usePreview(kind, draft);
  const save = useAction({
    run: ({ body }: Saved) => admin.notification_templates.update({ params: { kind }, body }),
    done: (_answer, { body, isAll }) =>
      isAll
        ? texts.notifications.saved
        : texts.notifications.savedSwitch({ isOn: String(body.is_enabled === true) }),
    quiet: true,
    refresh: [templatesKey, ["activity"]],
    onDone: (answer) => queries.setQueryData(templateKey(kind), answer),
  });
  const errors = collectErrors(draft, preview.error ?? save.error);
  const isFaulty = Object.keys(errors).length > 0;
  const sound = soundChanges(changes, errors);
  const isPartial = sound !== changes;
  const start = () => {
    if (Object.keys(sound).length > 0) return save.start({ body: sound, isAll: !isPartial });
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const saveError = save.error === null ? undefined : describeError(save.error).text;
  return (
    <>
      <div className={classes["columns"]}>
        <div className={classes["column"]} ref={form}>
          <Section title={texts.notifications.template}>
            {!mayChange && (
              <Text size="sm" mb="md">
                {texts.notifications.readOnly}
              </Text>
            )}
            <TemplateFields
              draft={draft}
              errors={errors}
              mayChange={mayChange}
              onChange={(part) => {
                save.reset();
                change(part);
              }}
            />
          </Section>
        </div>
        <div className={classes["column"]}>
          <PreviewCard kind={kind} draft={draft} preview={preview} isFaulty={isFaulty} mayTest={mayChange} />
          <VariablesCard kind={kind} />
        </div>
      </div>
      {mayChange && (
        <SaveBar
          isDirty={isDirty}
          isRunning={save.isRunning}
          problem={isPartial ? texts.notifications.notSaved : saveError}
          onSave={start}
          onDiscard={() => {
            save.reset();
            discard();
          }}
        />
      )}
    </>
  );
}
