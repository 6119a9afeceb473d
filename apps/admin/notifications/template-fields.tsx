import { Stack, Switch, Textarea, TextInput } from "@mantine/core";
import classes from "./editor.module.css";
import type { Faults } from "./faults-of.ts";
import { strings } from "./strings.ts";
import type { Draft, Texts } from "./use-draft.ts";

interface TemplateFieldsProps {
  draft: Draft;
  faults: Faults;
  mayChange: boolean;
  onChange: (part: Partial<Draft>) => void;
}

/** The words of a mail as they are written. */
export function TemplateFields({ draft, faults, mayChange, onChange }: TemplateFieldsProps) {
  const fieldOf = (name: keyof Texts) => ({
    label: strings[name].label,
    description: strings[name].help,
    error: faults[name],
    readOnly: !mayChange,
    spellCheck: false,
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const code = { classNames: { input: classes["code"] ?? "" }, autosize: true } as const;
  return (
    <Stack>
      <TextInput {...fieldOf("subject")} required />
      <Textarea {...fieldOf("body_html")} {...code} required minRows={12} maxRows={24} />
      <Textarea {...fieldOf("body_text")} {...code} minRows={4} maxRows={16} />
      <Switch
        label={strings.isEnabled.label}
        description={strings.isEnabled.help}
        disabled={!mayChange}
        checked={draft.is_enabled}
        onChange={(event) => onChange({ is_enabled: event.currentTarget.checked })}
      />
    </Stack>
  );
}
