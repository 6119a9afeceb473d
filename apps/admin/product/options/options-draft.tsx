import { Alert, Button, CloseButton, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { maxOptionTypes, maxVariants } from "@souk/contract";
import { randomKey } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { texts } from "../../texts.ts";
import {
  countCombinations,
  type OptionBeingWritten,
  type OptionDraft,
  validateOptions,
  writtenOptions,
} from "./combine-options.ts";
import classes from "./options.module.css";

interface OptionsDraftProps {
  options: readonly OptionBeingWritten[];
  onChange: (options: readonly OptionBeingWritten[]) => void;
  /** Whether errors are shown, which is after an attempt to save. */
  isChecked: boolean;
}

/** Show the options of a product that is not created yet, and how many variants they create. */
export function OptionsDraft({ options, onChange, isChecked }: OptionsDraftProps) {
  const errors = validateOptions(options, texts.productOptions.errors);
  const count = countCombinations(writtenOptions(options));
  const replace = (position: number, some: Partial<OptionDraft>) =>
    onChange(options.map((option, index) => (index === position ? { ...option, ...some } : option)));
  return (
    <Stack>
      {options.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.productOptions.none}
        </Text>
      )}
      {options.map((option, at) => (
        <Line
          key={option.key}
          option={option}
          error={isChecked ? (errors[at] ?? "") : ""}
          onChange={(some) => replace(at, some)}
          onRemove={() => onChange(options.filter((_, index) => index !== at))}
        />
      ))}
      {options.length < maxOptionTypes && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...options, { key: randomKey(), name: "", values: [] }])}
          >
            {texts.productOptions.add}
          </Button>
        </div>
      )}
      <div role="status">
        {count > maxVariants ? (
          <Alert color="red">{texts.productOptions.tooMany({ count, max: maxVariants })}</Alert>
        ) : (
          writtenOptions(options).length > 0 && <Text size="sm">{texts.productOptions.count({ count })}</Text>
        )}
      </div>
    </Stack>
  );
}

interface LineProps {
  option: OptionDraft;
  error: string;
  onChange: (some: Partial<OptionDraft>) => void;
  onRemove: () => void;
}

function Line({ option, error, onChange, onRemove }: LineProps) {
  const { valuesRequired } = texts.productOptions.errors;
  return (
    <div className={classes["draft"]}>
      <TextInput
        label={texts.productOptions.name}
        placeholder={texts.productOptions.nameHint}
        className={classes["name"] ?? ""}
        maxLength={255}
        value={option.name}
        error={error === valuesRequired ? undefined : error || undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <ValuesInput
        label={texts.productOptions.values}
        values={option.values}
        error={error === valuesRequired ? error : undefined}
        onChange={(values) => onChange({ values })}
      />
      <CloseButton
        size="lg"
        className={classes["remove"] ?? ""}
        aria-label={
          option.name.trim() === ""
            ? texts.productOptions.removeUnnamed
            : texts.productOptions.removeDraft({ name: option.name.trim() })
        }
        onClick={onRemove}
      />
    </div>
  );
}

interface ValuesInputProps {
  label: string;
  values: readonly string[];
  error?: string | undefined;
  onChange: (values: string[]) => void;
}

/** Show an input for several values of an option, without duplicates. */
export function ValuesInput({ label, values, error, onChange }: ValuesInputProps) {
  return (
    <TagsInput
      label={label}
      description={texts.productOptions.valuesHelp}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={values.length === 0 ? texts.productOptions.valuesHint : ""}
      className={classes["values"] ?? ""}
      value={[...values]}
      error={error}
      onChange={(next) =>
        // A text that was pasted as a whole may hold several.
        onChange([
          ...new Set(
            next
              .flatMap((value) => value.split(","))
              .map((value) => value.trim())
              .filter((value) => value !== ""),
          ),
        ])
      }
      acceptValueOnBlur
      clearButtonProps={{ "aria-label": texts.productOptions.clear }}
    />
  );
}
