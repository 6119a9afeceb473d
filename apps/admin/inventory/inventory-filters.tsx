import { Group } from "@mantine/core";
import { type List, ListSearch, ListSelect } from "@souk/ui";
import { LocationFilter } from "../locations/location-filter.tsx";
import { stockFilterValues } from "../products/products-list.ts";
import { texts } from "../texts.ts";
import type { inventoryList } from "./inventory-queries.ts";

/** Show the filters of the inventory: the search, the location and the stock filter. */
export function InventoryFilters({ list }: { list: List<typeof inventoryList> }) {
  return (
    <Group align="flex-end" mb="md">
      <ListSearch list={list} name="query" words={texts.inventory} />
      <LocationFilter value={list.filters.location} onChange={(location) => list.setFilters({ location })} />
      <ListSelect
        list={list}
        name="stock"
        label={texts.inventory.stock}
        allLabel={texts.inventory.stocks.all}
        choices={stockFilterValues.map((value) => ({ value, label: texts.inventory.stocks[value] }))}
      />
    </Group>
  );
}
