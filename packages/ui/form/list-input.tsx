import { ActionIcon, Button, Input, TextInput, VisuallyHidden } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { strings } from "../strings.ts";
import type { FieldProps } from "./field-props.ts";
import styles from "./list-input.module.css";

/** Several short texts, each in an input of its own: addresses, which tags would make hard to read. */
export function ListInput({ spec, id, value, onChange, errors }: FieldProps<readonly string[]>) {
  const { label, help, required, name, placeholder, schema } = spec;
  const most = schema.maxItems ?? Number.POSITIVE_INFINITY;
  const replace = (at: number, text: string) =>
    onChange(value.map((each, index) => (index === at ? text : each)));
  const entries = value.map((text, at) => ({ text, at, path: `${name}.${at}` }));
  return (
    <fieldset className={styles["list"]}>
      <Input.Label component="legend" required={required} className={styles["legend"]}>
        {label}
      </Input.Label>
      {help !== undefined && <Input.Description>{help}</Input.Description>}
      {entries.map(({ text, at, path }) => (
        <div key={path} className={styles["entry"]}>
          <TextInput
            id={at === 0 ? id : `${id}-${at}`}
            aria-label={strings.form.entry(label, at + 1)}
            className={styles["input"]}
            value={text}
            onChange={(event) => replace(at, event.currentTarget.value)}
            error={errors.get(path) ?? (at === 0 && errors.has(name))}
            inputMode="url"
            spellCheck={false}
            {...(placeholder === undefined ? {} : { placeholder })}
          />
          {value.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={strings.form.remove(label, at + 1)}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      ))}
      {errors.has(name) && <Input.Error>{errors.get(name)}</Input.Error>}
      {value.length < most && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => onChange([...value, ""])}
          >
            {strings.form.add}
            <VisuallyHidden>: {label}</VisuallyHidden>
          </Button>
        </div>
      )}
    </fieldset>
  );
}
