import { Text } from "@mantine/core";
import { errorWords, SaveBar, Section, useAction, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import classes from "./editor.module.css";
import { faultsOf, soundChanges } from "./faults-of.ts";
import { type Template, templateKey, templatesKey } from "./notification-queries.ts";
import { PreviewCard } from "./preview-card.tsx";
import { strings } from "./strings.ts";
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
  /** False: texts at fault stay unsaved. */
  isAll: boolean;
}

/** The words of a mail, and beside them what becomes of these while they are written. */
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
      isAll ? strings.saved : strings.savedSwitch(body.is_enabled === true),
    quiet: true,
    refresh: [templatesKey, ["activity"]],
    onDone: (answer) => queries.setQueryData(templateKey(kind), answer),
  });
  const faults = faultsOf(draft, preview.error ?? save.error);
  const isFaulty = Object.keys(faults).length > 0;
  const sound = soundChanges(changes, faults);
  const isHeld = sound !== changes;
  const start = () => {
    if (Object.keys(sound).length > 0) return save.start({ body: sound, isAll: !isHeld });
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const refused = save.error === null ? undefined : errorWords(save.error).text;
  return (
    <>
      <div className={classes["columns"]}>
        <div className={classes["column"]} ref={form}>
          <Section title={strings.words}>
            {!mayChange && (
              <Text size="sm" mb="md">
                {strings.onlyRead}
              </Text>
            )}
            <TemplateFields
              draft={draft}
              faults={faults}
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
          problem={isHeld ? strings.problem : refused}
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
