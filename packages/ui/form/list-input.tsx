import { ActionIcon, Button, Input, TextInput, VisuallyHidden } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { texts } from "../texts.ts";
import type { FieldProps } from "./field-props.ts";
import styles from "./list-input.module.css";

/** Show several short texts, each in its own input, for example URLs, which would be hard to read as tags. */
export function ListInput({ spec, id, value, onChange, errors }: FieldProps<readonly string[]>) {
  const { label, help, required, name, placeholder, schema } = spec;
  const max = schema.maxItems ?? Number.POSITIVE_INFINITY;
  const replace = (position: number, text: string) =>
    onChange(value.map((entry, index) => (index === position ? text : entry)));
  const entries = value.map((text, index) => ({ text, index, path: `${name}.${index}` }));
  return (
    <fieldset className={styles["list"]}>
      <Input.Label component="legend" required={required} className={styles["legend"]}>
        {label}
      </Input.Label>
      {help !== undefined && <Input.Description>{help}</Input.Description>}
      {entries.map(({ text, index, path }) => (
        <div key={path} className={styles["entry"]}>
          <TextInput
            id={index === 0 ? id : `${id}-${index}`}
            aria-label={texts.form.entry({ label, number: index + 1 })}
            className={styles["input"]}
            value={text}
            onChange={(event) => replace(index, event.currentTarget.value)}
            error={errors.get(path) ?? (index === 0 && errors.has(name))}
            inputMode="url"
            spellCheck={false}
            {...(placeholder === undefined ? {} : { placeholder })}
          />
          {value.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={texts.form.remove({ label, number: index + 1 })}
              onClick={() => onChange(value.filter((_, position) => position !== index))}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      ))}
      {errors.has(name) && <Input.Error>{errors.get(name)}</Input.Error>}
      {value.length < max && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => onChange([...value, ""])}
          >
            {texts.form.add}
            <VisuallyHidden>: {label}</VisuallyHidden>
          </Button>
        </div>
      )}
    </fieldset>
  );
}
