import { Group, Stack } from "@mantine/core";
import { FilterSelect, type List, ListSearch, ListSelect } from "@souk/ui";
import { LocationFilter } from "../locations/location-filter.tsx";
import { useCanViewLocations } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import type { ordersList } from "./orders-list.ts";

const toChoices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Show the filters and sort options of the order list. */
export function OrdersFilters({ list }: { list: List<typeof ordersList> }) {
  const filterWords = texts.orders.filters;
  const canViewLocations = useCanViewLocations();
  return (
    <Stack gap="sm" mb="md">
      <Group>
        <ListSearch list={list} name="query" words={texts.orders} />
      </Group>
      <Group align="flex-end">
        <ListSelect
          list={list}
          name="status"
          label={filterWords.status}
          allLabel={filterWords.anyStatus}
          choices={toChoices(texts.orders.statuses)}
        />
        <ListSelect
          list={list}
          name="financial"
          label={filterWords.financial}
          allLabel={filterWords.anyFinancial}
          choices={toChoices(texts.orders.financial)}
        />
        <ListSelect
          list={list}
          name="fulfillment"
          label={filterWords.fulfillment}
          allLabel={filterWords.anyFulfillment}
          choices={toChoices(texts.orders.fulfillment)}
        />
        {canViewLocations && (
          <LocationFilter
            value={list.filters.location}
            onChange={(location) => list.setFilters({ location })}
          />
        )}
        <FilterSelect
          label={filterWords.sort}
          allLabel={filterWords.defaultSort}
          value={list.urlSort}
          choices={toChoices(filterWords.sorts)}
          onChange={list.setSort}
        />
      </Group>
    </Stack>
  );
}
