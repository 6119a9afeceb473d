import { Autocomplete } from "@mantine/core";
import { scrollingLines } from "@souk/ui";
import { useKnownTags } from "./known-tags.ts";

interface TagInputProps {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
}

/** Show an input for one tag, typed or selected from those in use. */
export function TagInput({ label, description, value, onChange }: TagInputProps) {
  const known = useKnownTags("product");
  return (
    <Autocomplete
      label={label}
      {...(description === undefined ? {} : { description })}
      value={value}
      onChange={onChange}
      data={known}
      limit={20}
      maxLength={255}
      {...scrollingLines}
    />
  );
}
