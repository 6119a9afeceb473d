import { Select } from "@mantine/core";
import { scrollingLines } from "@souk/ui";
import { texts } from "../texts.ts";
import { useAllCollections } from "./all-collections.ts";

interface CollectionSelectProps {
  label: string;
  description?: string;
  value: number | null;
  onChange: (id: number | null) => void;
  /** The ids that cannot be selected. */
  without?: ReadonlySet<number>;
  error?: string | undefined;
  id?: string;
}

/** Select one collection of the store by typing. */
export function CollectionSelect(props: CollectionSelectProps) {
  const { label, description, value, onChange, without, error, id } = props;
  const { data = [], isPending, isError } = useAllCollections();
  const lines = data
    .filter((collection) => without?.has(collection.id) !== true)
    .map((collection) => ({ value: String(collection.id), label: collection.title }));
  const hint = isPending
    ? texts.collections.select.loading
    : isError
      ? texts.collections.select.failed
      : texts.collections.select.choose;
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      label={label}
      {...(description === undefined ? {} : { description })}
      error={error}
      placeholder={hint}
      data={lines}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      searchable
      clearable
      limit={100}
      nothingFoundMessage={texts.collections.select.none}
      {...scrollingLines}
      clearButtonProps={{ "aria-label": texts.collections.select.clear({ label }) }}
    />
  );
}
