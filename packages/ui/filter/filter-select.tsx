import { Select } from "@mantine/core";
import { scrollingListProps } from "../form/scrolling-list-props.ts";

interface FilterSelectProps {
  label: string;
  /** The label of the choice that turns the filter off, such as "All statuses". */
  allLabel: string;
  /** The value in the URL; empty for no filter. */
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** Show a filter as a list of choices, one of which turns the filter off. A long list is searchable. */
export function FilterSelect({ label, allLabel, value, choices, onChange }: FilterSelectProps) {
  return (
    <Select
      label={label}
      w={{ base: "100%", xs: 210 }}
      allowDeselect={false}
      searchable={choices.length > 12}
      value={value}
      data={[{ value: "", label: allLabel }, ...choices]}
      onChange={(newValue) => onChange(newValue ?? "")}
      {...scrollingListProps}
    />
  );
}
