import { FilterSelect } from "@souk/ui";
import { useLocations } from "./location-queries.ts";
import { strings } from "./strings.ts";

interface LocationFilterProps {
  /** The id that the address asks for; empty: all. */
  value: string;
  onChange: (id: string) => void;
}

/** Narrows a list to one location of the shop. */
export function LocationFilter({ value, onChange }: LocationFilterProps) {
  const { data: locations = [] } = useLocations();
  return (
    <FilterSelect
      label={strings.filter.label}
      all={strings.filter.all}
      value={value}
      choices={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={onChange}
    />
  );
}
