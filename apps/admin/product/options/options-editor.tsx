import { Alert, Button, CloseButton, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { maxOptionTypes, maxVariants } from "@souk/contract";
import { createRandomKey } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { texts } from "../../texts.ts";
import {
  countCombinations,
  type EditedOption,
  listCompleteOptions,
  type OptionDraft,
  validateOptions,
} from "./combine-options.ts";
import classes from "./options.module.css";

interface OptionsEditorProps {
  options: readonly EditedOption[];
  onChange: (options: readonly EditedOption[]) => void;
  /** Whether errors are shown; true after the first attempt to save. */
  showsErrors: boolean;
}

/** Show the inputs for the options of a new product, and how many variants the options create. */
export function OptionsEditor({ options, onChange, showsErrors }: OptionsEditorProps) {
  const errors = validateOptions(options, texts.productOptions.errors);
  const count = countCombinations(listCompleteOptions(options));
  const changeOption = (changedIndex: number, changes: Partial<OptionDraft>) =>
    onChange(options.map((option, index) => (index === changedIndex ? { ...option, ...changes } : option)));
  return (
    <Stack>
      {options.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.productOptions.none}
        </Text>
      )}
      {options.map((option, optionIndex) => (
        <OptionLine
          key={option.key}
          option={option}
          error={showsErrors ? (errors[optionIndex] ?? "") : ""}
          onChange={(changes) => changeOption(optionIndex, changes)}
          onRemove={() => onChange(options.filter((_, index) => index !== optionIndex))}
        />
      ))}
      {options.length < maxOptionTypes && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...options, { key: createRandomKey(), name: "", values: [] }])}
          >
            {texts.productOptions.add}
          </Button>
        </div>
      )}
      <div role="status">
        {count > maxVariants ? (
          <Alert color="red">{texts.productOptions.tooMany({ count, max: maxVariants })}</Alert>
        ) : (
          listCompleteOptions(options).length > 0 && (
            <Text size="sm">{texts.productOptions.count({ count })}</Text>
          )
        )}
      </div>
    </Stack>
  );
}

interface OptionLineProps {
  option: OptionDraft;
  error: string;
  onChange: (changes: Partial<OptionDraft>) => void;
  onRemove: () => void;
}

function OptionLine({ option, error, onChange, onRemove }: OptionLineProps) {
  const isValuesError = error === texts.productOptions.errors.valuesRequired;
  const nameError = isValuesError || error === "" ? undefined : error;
  return (
    <div className={classes["draft"]}>
      <TextInput
        label={texts.productOptions.name}
        placeholder={texts.productOptions.nameHint}
        className={classes["name"] ?? ""}
        maxLength={255}
        value={option.name}
        error={nameError}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <ValuesInput
        label={texts.productOptions.values}
        values={option.values}
        error={isValuesError ? error : undefined}
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

/** Show an input for the values of an option. It removes duplicate values. */
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
      onChange={(enteredValues) =>
        // A pasted text may contain several values, separated by commas.
        onChange([
          ...new Set(
            enteredValues
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
