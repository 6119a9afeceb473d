import { Group, Stack } from "@mantine/core";
import { FilterSelect, type Place, SearchBox } from "@souk/ui";
import { useKnownTags } from "../products/known-tags.ts";
import { useAllGroups } from "./groups/group-queries.ts";
import { strings } from "./strings.ts";

/** What the address of the list of customers says. */
export const customersAddress = ["query", "group", "tag", "marketing", "sort"] as const;

export type CustomersPlace = Place<(typeof customersAddress)[number]>;

const sorts = Object.keys(strings.filters.sorts) as (keyof typeof strings.filters.sorts)[];

/** The tags in use, and the one that is asked for. */
function tagChoices(known: readonly string[], asked: string) {
  const names = asked === "" || known.includes(asked) ? known : [asked, ...known];
  return names.map((name) => ({ value: name, label: name }));
}

/** What narrows and sorts the list of customers. */
export function CustomersFilters({ place: { at, go } }: { place: CustomersPlace }) {
  const { data: groups = [] } = useAllGroups();
  const tags = useKnownTags("customer");
  const { filters } = strings;
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
        {groups.length > 0 && (
          <FilterSelect
            label={filters.group}
            all={filters.allGroups}
            value={at.group}
            choices={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(group) => go({ group })}
          />
        )}
        {(tags.length > 0 || at.tag !== "") && (
          <FilterSelect
            label={filters.tag}
            all={filters.allTags}
            value={at.tag}
            choices={tagChoices(tags, at.tag)}
            onChange={(tag) => go({ tag })}
          />
        )}
        <FilterSelect
          label={filters.marketing}
          all={filters.allMarketing}
          value={at.marketing}
          choices={[
            { value: "true", label: filters.agreed },
            { value: "false", label: filters.notAgreed },
          ]}
          onChange={(marketing) => go({ marketing })}
        />
        <FilterSelect
          label={filters.sort}
          all={filters.usualSort}
          value={at.sort}
          choices={sorts.map((value) => ({ value, label: filters.sorts[value] }))}
          onChange={(sort) => go({ sort })}
        />
      </Group>
    </Stack>
  );
}
