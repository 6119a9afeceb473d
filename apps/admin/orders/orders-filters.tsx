import { Group, Stack } from "@mantine/core";
import { FilterSelect, type Place, SearchBox } from "@souk/ui";
import { LocationFilter } from "../locations/location-filter.tsx";
import { useMaySeeLocations } from "../locations/location-queries.ts";
import { strings } from "./strings.ts";

/** What the address of the list of orders says. */
export const ordersAddress = ["query", "status", "financial", "fulfillment", "location", "sort"] as const;

export type OrdersPlace = Place<(typeof ordersAddress)[number]>;

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** What narrows and sorts the list of orders. */
export function OrdersFilters({ place: { at, go } }: { place: OrdersPlace }) {
  const { filters } = strings;
  const seesLocations = useMaySeeLocations();
  return (
    <Stack gap="sm" mb="md">
      <Group>
        <SearchBox
          label={strings.search}
          placeholder={strings.searchHint}
          clear={strings.clear}
          query={at.query}
          onAsk={(query, how) => go({ query }, how)}
        />
      </Group>
      <Group align="flex-end">
        <FilterSelect
          label={filters.status}
          all={filters.anyStatus}
          value={at.status}
          choices={choicesOf(strings.statuses)}
          onChange={(status) => go({ status })}
        />
        <FilterSelect
          label={filters.financial}
          all={filters.anyFinancial}
          value={at.financial}
          choices={choicesOf(strings.financial)}
          onChange={(financial) => go({ financial })}
        />
        <FilterSelect
          label={filters.fulfillment}
          all={filters.anyFulfillment}
          value={at.fulfillment}
          choices={choicesOf(strings.fulfillment)}
          onChange={(fulfillment) => go({ fulfillment })}
        />
        {seesLocations && <LocationFilter value={at.location} onChange={(location) => go({ location })} />}
        <FilterSelect
          label={filters.sort}
          all={filters.usualSort}
          value={at.sort}
          choices={choicesOf(filters.sorts)}
          onChange={(sort) => go({ sort })}
        />
      </Group>
    </Stack>
  );
}
