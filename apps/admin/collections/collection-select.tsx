import { Select } from "@mantine/core";
import { scrollingLines } from "@souk/ui";
import { useAllCollections } from "./all-collections.ts";
import { strings } from "./strings.ts";

interface CollectionSelectProps {
  label: string;
  description?: string;
  value: number | null;
  onChange: (id: number | null) => void;
  /** Cannot be chosen. */
  without?: ReadonlySet<number>;
  error?: string | undefined;
  id?: string;
}

/** One collection of the shop, found by typing. */
export function CollectionSelect(props: CollectionSelectProps) {
  const { label, description, value, onChange, without, error, id } = props;
  const { data = [], isPending, isError } = useAllCollections();
  const lines = data
    .filter((each) => without?.has(each.id) !== true)
    .map((each) => ({ value: String(each.id), label: each.title }));
  const hint = isPending ? strings.select.loading : isError ? strings.select.failed : strings.select.choose;
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
      nothingFoundMessage={strings.select.none}
      {...scrollingLines}
      clearButtonProps={{ "aria-label": strings.select.clear(label) }}
    />
  );
}
