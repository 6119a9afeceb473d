import { Select } from "@mantine/core";
import { scrollingListProps } from "@souk/ui";
import { texts } from "../texts.ts";
import { useAllCollections } from "./all-collections.ts";

interface CollectionSelectProps {
  label: string;
  description?: string;
  value: number | null;
  onChange: (id: number | null) => void;
  /** The ids of the collections that cannot be selected. */
  excludedIds?: ReadonlySet<number>;
  error?: string | undefined;
  id?: string;
}

/** Show a searchable select input for one of the store's collections. */
export function CollectionSelect(props: CollectionSelectProps) {
  const { label, description, value, onChange, excludedIds, error, id } = props;
  const { data = [], isPending, isError } = useAllCollections();
  const options = data
    .filter((collection) => excludedIds?.has(collection.id) !== true)
    .map((collection) => ({ value: String(collection.id), label: collection.title }));
  const getPlaceholder = () => {
    if (isPending) return texts.collections.select.loading;
    return isError ? texts.collections.select.failed : texts.collections.select.choose;
  };
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      label={label}
      {...(description === undefined ? {} : { description })}
      error={error}
      placeholder={getPlaceholder()}
      data={options}
      value={value === null ? null : String(value)}
      onChange={(selectedId) => onChange(selectedId === null ? null : Number(selectedId))}
      searchable
      clearable
      limit={100}
      nothingFoundMessage={texts.collections.select.none}
      {...scrollingListProps}
      clearButtonProps={{ "aria-label": texts.collections.select.clear({ label }) }}
    />
  );
}
