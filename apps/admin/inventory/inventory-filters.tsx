import { Group } from "@mantine/core";
import { FilterSelect, type Place, SearchBox } from "@souk/ui";
import { LocationFilter } from "../locations/location-filter.tsx";
import { stocks } from "../products/products-search.ts";
import { strings } from "./strings.ts";

/** What narrows the inventory: words, a location, whether there is stock. */
export function InventoryFilters({ at, go }: Pick<Place<"query" | "location" | "stock">, "at" | "go">) {
  return (
    <Group align="flex-end" mb="md">
      <SearchBox
        label={strings.search}
        placeholder={strings.searchHint}
        clear={strings.clear}
        query={at.query}
        onAsk={(query, how) => go({ query }, how)}
      />
      <LocationFilter value={at.location} onChange={(location) => go({ location })} />
      <FilterSelect
        label={strings.stock}
        all={strings.stocks.all}
        value={at.stock}
        choices={stocks.map((value) => ({ value, label: strings.stocks[value] }))}
        onChange={(stock) => go({ stock })}
      />
    </Group>
  );
}
