import {
  MultiSelect,
  NativeSelect,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMemo } from "react";
import { texts } from "../texts.ts";
import {
  type Choice,
  includeCurrentChoice,
  listCountries,
  listCurrencies,
  listTimezones,
} from "./choices.ts";
import { type FieldProps, getInputProps } from "./field-props.ts";
import { ListInput } from "./list-input.tsx";
import { allowsEmptyText } from "./plain-schema.ts";
import { scrollingListProps } from "./scrolling-list-props.ts";

const longChoices = { country: listCountries, currency: listCurrencies, timezone: listTimezones } as const;

/** The on-screen keyboards of phones, by kind of input. */
const keyboards = {
  whole: "numeric",
  number: "decimal",
  money: "decimal",
  url: "url",
  email: "email",
} as const;

/** Show the input of one field, according to its kind. */
export function FieldInput(props: FieldProps) {
  const { spec, value, onChange } = props;
  if (typeof value === "boolean") {
    // A switch always has a value. If its input were marked as required, only "on" would be valid.
    const { required: _required, ...ownProps } = getInputProps(props);
    return (
      <Switch {...ownProps} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
    );
  }
  if (typeof value === "string") return <TextField {...props} value={value} onChange={onChange} />;
  if (spec.kind === "list") return <ListInput {...props} value={value} onChange={onChange} />;
  const commonProps = { ...getInputProps(props), value: [...value], onChange, ...scrollingListProps };
  if (spec.kind === "several")
    return (
      <MultiSelect
        {...commonProps}
        // A selected value that is no longer a choice can still be removed.
        data={[...new Set([...(spec.suggestions ?? []), ...value])]}
        searchable
        nothingFoundMessage={texts.form.nothingFound}
      />
    );
  return (
    <TagsInput
      {...commonProps}
      acceptValueOnBlur
      data={[...(spec.suggestions ?? [])]}
      limit={20}
      clearButtonProps={{ "aria-label": texts.form.remove({ label: spec.label, number: 1 }) }}
    />
  );
}

function TextField(props: FieldProps<string>) {
  const { spec, value, onChange } = props;
  const ownProps = getInputProps(props);
  const common = {
    ...ownProps,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    ...(spec.placeholder === undefined ? {} : { placeholder: spec.placeholder }),
  };
  switch (spec.kind) {
    case "choice":
      return <NativeSelect {...common} data={buildChoiceOptions(props)} />;
    case "timezone":
    case "currency":
    case "country":
      return <SearchableSelect {...props} choices={longChoices[spec.kind]} />;
    case "record":
      return <SearchableSelect {...props} choices={() => [...(spec.records ?? [])]} />;
    case "multiline":
      return <Textarea {...common} autosize minRows={3} maxRows={12} />;
    case "date":
      return <TextInput {...common} type="date" maw="12rem" />;
    case "password":
      return <PasswordInput {...common} />;
    default: {
      const inputMode = spec.kind in keyboards ? keyboards[spec.kind as keyof typeof keyboards] : "text";
      const isProse = spec.kind === "text";
      return <TextInput {...common} inputMode={inputMode} spellCheck={isProse} />;
    }
  }
}

function buildChoiceOptions({ spec, value }: FieldProps<string>): Choice[] {
  const choices = spec.choices.map((choice) => ({ value: choice, label: spec.options?.[choice] ?? choice }));
  const isOptional = value === "" || !spec.required;
  return isOptional ? [{ value: "", label: texts.form.choose }, ...choices] : choices;
}

/** Show a searchable list of up to hundreds of choices. */
function SearchableSelect(props: FieldProps<string> & { choices: () => Choice[] }) {
  const { choices, value, onChange, spec } = props;
  const data = useMemo(() => includeCurrentChoice(choices(), value), [choices, value]);
  return (
    <Select
      {...getInputProps(props)}
      data={data}
      value={value === "" ? null : value}
      onChange={(newValue) => onChange(newValue ?? "")}
      searchable
      clearable={!spec.required && (spec.isNullable || allowsEmptyText(spec.schema))}
      nothingFoundMessage={texts.form.nothingFound}
      {...scrollingListProps}
    />
  );
}
