import { FilterSelect } from "@souk/ui";
import { texts } from "../texts.ts";
import { useLocations } from "./location-queries.ts";

interface LocationFilterProps {
  /** The id of the selected location; empty for all locations. */
  value: string;
  onChange: (id: string) => void;
}

/** Show a filter that limits a list to one of the store's locations. */
export function LocationFilter({ value, onChange }: LocationFilterProps) {
  const { data: locations = [] } = useLocations();
  return (
    <FilterSelect
      label={texts.locations.filter.label}
      allLabel={texts.locations.filter.all}
      value={value}
      choices={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={onChange}
    />
  );
}
