import { Autocomplete } from "@mantine/core";
import { scrollingListProps } from "@souk/ui";
import { useTagsInUse } from "./use-tags-in-use.ts";

interface TagInputProps {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
}

/** Show an input for a tag. The input suggests the tags in use. */
export function TagInput({ label, description, value, onChange }: TagInputProps) {
  const tagsInUse = useTagsInUse("product");
  return (
    <Autocomplete
      label={label}
      {...(description === undefined ? {} : { description })}
      value={value}
      onChange={onChange}
      data={tagsInUse}
      limit={20}
      maxLength={255}
      {...scrollingListProps}
    />
  );
}
