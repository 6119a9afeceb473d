import { Select } from "@mantine/core";
import { scrollingLines } from "../form/scrolling-lines.ts";

interface FilterSelectProps {
  label: string;
  /** The label of the choice without a filter. */
  allLabel: string;
  /** The value in the address; empty: all. */
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** Show a filter with a few choices, or all. A long list of choices is searchable. */
export function FilterSelect({ label, allLabel: all, value, choices, onChange }: FilterSelectProps) {
  return (
    <Select
      label={label}
      w={{ base: "100%", xs: 210 }}
      allowDeselect={false}
      searchable={choices.length > 12}
      value={value}
      data={[{ value: "", label: all }, ...choices]}
      onChange={(chosen) => onChange(chosen ?? "")}
      {...scrollingLines}
    />
  );
}
