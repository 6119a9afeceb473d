import { FilterSelect } from "@souk/ui";
import { texts } from "../texts.ts";
import { useLocations } from "./location-queries.ts";

interface LocationFilterProps {
  /** The location id in the address; empty: all. */
  value: string;
  onChange: (id: string) => void;
}

/** Show a filter that limits a list to one location of the store. */
export function LocationFilter({ value, onChange }: LocationFilterProps) {
  const { data: locations = [] } = useLocations();
  return (
    <FilterSelect
      label={texts.locations.filter.label}
      all={texts.locations.filter.all}
      value={value}
      choices={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={onChange}
    />
  );
}
