import { Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { texts } from "../texts.ts";
import classes from "./editor.module.css";
import type { TemplateErrors } from "./template-errors.ts";
import type { Draft, Texts } from "./use-draft.ts";

interface TemplateFieldsProps {
  draft: Draft;
  errors: TemplateErrors;
  mayChange: boolean;
  onChange: (part: Partial<Draft>) => void;
}

/** Show the input fields of an email's texts. */
export function TemplateFields({ draft, errors, mayChange, onChange }: TemplateFieldsProps) {
  const getFieldProps = (name: keyof Texts) => ({
    label: texts.notifications[name].label,
    description: texts.notifications[name].help,
    error: errors[name],
    readOnly: !mayChange,
    spellCheck: false,
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const code = { classNames: { input: classes["code"] ?? "" }, autosize: true } as const;
  return (
    <Stack>
      <TextInput {...getFieldProps("subject")} required />
      <Textarea {...getFieldProps("body_html")} {...code} required minRows={12} maxRows={24} />
      <Textarea {...getFieldProps("body_text")} {...code} minRows={4} maxRows={16} />
      <Switch
        label={texts.notifications.isEnabled.label}
        description={texts.notifications.isEnabled.help}
        disabled={!mayChange}
        checked={draft.is_enabled}
        onChange={(event) => onChange({ is_enabled: event.currentTarget.checked })}
      />
    </Stack>
  );
}
