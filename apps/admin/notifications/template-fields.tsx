import { Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { texts } from "../texts.ts";
import classes from "./editor.module.css";
import type { TemplateErrors } from "./template-errors.ts";
import type { Draft, TemplateTexts } from "./use-template-draft.ts";

interface TemplateFieldsProps {
  draft: Draft;
  errors: TemplateErrors;
  canEdit: boolean;
  onChange: (changes: Partial<Draft>) => void;
}

/** Show the inputs for an email's texts and the switch that turns the email on or off. */
export function TemplateFields({ draft, errors, canEdit, onChange }: TemplateFieldsProps) {
  const getFieldProps = (name: keyof TemplateTexts) => ({
    label: texts.notifications[name].label,
    description: texts.notifications[name].help,
    error: errors[name],
    readOnly: !canEdit,
    spellCheck: false,
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const codeInputProps = { classNames: { input: classes["code"] ?? "" }, autosize: true } as const;
  return (
    <Stack>
      <TextInput {...getFieldProps("subject")} required />
      <Textarea {...getFieldProps("body_html")} {...codeInputProps} required minRows={12} maxRows={24} />
      <Textarea {...getFieldProps("body_text")} {...codeInputProps} minRows={4} maxRows={16} />
      <Switch
        label={texts.notifications.isEnabled.label}
        description={texts.notifications.isEnabled.help}
        disabled={!canEdit}
        checked={draft.is_enabled}
        onChange={(event) => onChange({ is_enabled: event.currentTarget.checked })}
      />
    </Stack>
  );
}
