import { Alert, Button, CloseButton, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { mostTypes, mostVariants } from "@souk/contract";
import { randomKey } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import {
  countCombinations,
  type OptionBeingWritten,
  type OptionDraft,
  optionFaults,
  writtenOptions,
} from "./combine-options.ts";
import classes from "./options.module.css";
import { strings } from "./strings.ts";

interface OptionsDraftProps {
  options: readonly OptionBeingWritten[];
  onChange: (options: readonly OptionBeingWritten[]) => void;
  /** Somebody tried to save: what is wrong is said. */
  isChecked: boolean;
}

/** The options of a product that is not made yet, and how many variants they make. */
export function OptionsDraft({ options, onChange, isChecked }: OptionsDraftProps) {
  const faults = optionFaults(options, strings.faults);
  const count = countCombinations(writtenOptions(options));
  const replace = (at: number, some: Partial<OptionDraft>) =>
    onChange(options.map((each, index) => (index === at ? { ...each, ...some } : each)));
  return (
    <Stack>
      {options.length === 0 && (
        <Text size="sm" c="dimmed">
          {strings.none}
        </Text>
      )}
      {options.map((option, at) => (
        <Line
          key={option.key}
          option={option}
          fault={isChecked ? (faults[at] ?? "") : ""}
          onChange={(some) => replace(at, some)}
          onRemove={() => onChange(options.filter((_, index) => index !== at))}
        />
      ))}
      {options.length < mostTypes && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...options, { key: randomKey(), name: "", values: [] }])}
          >
            {strings.add}
          </Button>
        </div>
      )}
      <div role="status">
        {count > mostVariants ? (
          <Alert color="red">{strings.tooMany(count, mostVariants)}</Alert>
        ) : (
          writtenOptions(options).length > 0 && <Text size="sm">{strings.count(count)}</Text>
        )}
      </div>
    </Stack>
  );
}

interface LineProps {
  option: OptionDraft;
  fault: string;
  onChange: (some: Partial<OptionDraft>) => void;
  onRemove: () => void;
}

function Line({ option, fault, onChange, onRemove }: LineProps) {
  const { needsValues } = strings.faults;
  return (
    <div className={classes["draft"]}>
      <TextInput
        label={strings.name}
        placeholder={strings.nameHint}
        className={classes["name"] ?? ""}
        maxLength={255}
        value={option.name}
        error={fault === needsValues ? undefined : fault || undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <ValuesInput
        label={strings.values}
        values={option.values}
        error={fault === needsValues ? fault : undefined}
        onChange={(values) => onChange({ values })}
      />
      <CloseButton
        size="lg"
        className={classes["remove"] ?? ""}
        aria-label={strings.removeDraft(option.name.trim())}
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

/** Several values of an option; none twice. */
export function ValuesInput({ label, values, error, onChange }: ValuesInputProps) {
  return (
    <TagsInput
      label={label}
      description={strings.valuesHelp}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={values.length === 0 ? strings.valuesHint : ""}
      className={classes["values"] ?? ""}
      value={[...values]}
      error={error}
      onChange={(next) =>
        // A text that was pasted as a whole may hold several.
        onChange([
          ...new Set(
            next
              .flatMap((each) => each.split(","))
              .map((each) => each.trim())
              .filter((each) => each !== ""),
          ),
        ])
      }
      acceptValueOnBlur
      clearButtonProps={{ "aria-label": strings.clear }}
    />
  );
}
