import { FilterSelect } from "../filter/filter-select.tsx";
import { SearchBox } from "../filter/search-box.tsx";

interface Filterable<Name extends string> {
  filters: Readonly<Record<Name, string>>;
  setFilters(change: Partial<Record<Name, string>>, options?: { replace: boolean }): void;
}

interface ListSearchProps<Name extends string> {
  list: Filterable<Name>;
  /** The filter that the search text sets. */
  name: NoInfer<Name>;
  words: { search: string; searchHint: string; clear: string };
}

/** Show the search box of a list. */
export function ListSearch<Name extends string>({ list, name, words }: ListSearchProps<Name>) {
  return (
    <SearchBox
      label={words.search}
      placeholder={words.searchHint}
      clear={words.clear}
      query={list.filters[name]}
      onSearch={(text, options) =>
        list.setFilters({ [name]: text } as Partial<Record<Name, string>>, options)
      }
    />
  );
}

interface ListSelectProps<Name extends string> {
  list: Filterable<Name>;
  name: NoInfer<Name>;
  label: string;
  /** The label of the choice that turns the filter off, such as "All statuses". */
  allLabel: string;
  choices: readonly { value: string; label: string }[];
}

/** Show a filter of a list as a list of choices, one of which turns the filter off. */
export function ListSelect<Name extends string>({ list, name, ...select }: ListSelectProps<Name>) {
  const setFilter = (value: string) => list.setFilters({ [name]: value } as Partial<Record<Name, string>>);
  return <FilterSelect {...select} value={list.filters[name]} onChange={setFilter} />;
}
