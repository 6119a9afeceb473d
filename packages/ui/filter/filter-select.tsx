import { Select } from "@mantine/core";
import { scrollingLines } from "../form/scrolling-lines.ts";

interface FilterSelectProps {
  label: string;
  /** What the line says that narrows nothing. */
  all: string;
  /** What the address asks for; empty: all. */
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** Narrows a list to one of a few choices, or shows all. Many choices are found by typing. */
export function FilterSelect({ label, all, value, choices, onChange }: FilterSelectProps) {
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
