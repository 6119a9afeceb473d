import { Group, Stack } from "@mantine/core";
import { FilterSelect, type List, ListSearch, ListSelect } from "@souk/ui";
import { useKnownTags } from "../products/known-tags.ts";
import { texts } from "../texts.ts";
import type { customersList } from "./customers-list.ts";
import { useAllGroups } from "./groups/group-queries.ts";

const sorts = Object.keys(texts.customers.filters.sorts) as (keyof typeof texts.customers.filters.sorts)[];

/** List the tags in use as choices, with the selected one. */
function tagChoices(known: readonly string[], asked: string) {
  const names = asked === "" || known.includes(asked) ? known : [asked, ...known];
  return names.map((name) => ({ value: name, label: name }));
}

/** Show the filters and the sort order of the list of customers. */
export function CustomersFilters({ list }: { list: List<typeof customersList> }) {
  const { data: groups = [] } = useAllGroups();
  const tags = useKnownTags("customer");
  const { filters } = texts.customers;
  return (
    <Stack gap="sm" mb="md">
      <Group>
        <ListSearch list={list} name="query" words={texts.customers} />
      </Group>
      <Group align="flex-end">
        {groups.length > 0 && (
          <ListSelect
            list={list}
            name="group"
            label={filters.group}
            all={filters.allGroups}
            choices={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        {(tags.length > 0 || list.filters.tag !== "") && (
          <ListSelect
            list={list}
            name="tag"
            label={filters.tag}
            all={filters.allTags}
            choices={tagChoices(tags, list.filters.tag)}
          />
        )}
        <ListSelect
          list={list}
          name="marketing"
          label={filters.marketing}
          all={filters.allMarketing}
          choices={[
            { value: "true", label: filters.acceptsMarketing },
            { value: "false", label: filters.rejectsMarketing },
          ]}
        />
        <FilterSelect
          label={filters.sort}
          all={filters.defaultSort}
          value={list.chosenSort}
          choices={sorts.map((value) => ({ value, label: filters.sorts[value] }))}
          onChange={list.setSort}
        />
      </Group>
    </Stack>
  );
}
