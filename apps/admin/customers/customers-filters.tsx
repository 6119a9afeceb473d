import { Group, Stack } from "@mantine/core";
import { FilterSelect, type List, ListSearch, ListSelect } from "@souk/ui";
import { useTagsInUse } from "../products/use-tags-in-use.ts";
import { texts } from "../texts.ts";
import type { customersList } from "./customers-list.ts";
import { useAllGroups } from "./groups/group-queries.ts";

const sorts = Object.keys(texts.customers.filters.sorts) as (keyof typeof texts.customers.filters.sorts)[];

/** Build the choices of the tag filter: the tags in use, and the selected tag even if it is no longer in use. */
function buildTagChoices(tagsInUse: readonly string[], selectedTag: string) {
  const isListed = selectedTag === "" || tagsInUse.includes(selectedTag);
  const names = isListed ? tagsInUse : [selectedTag, ...tagsInUse];
  return names.map((name) => ({ value: name, label: name }));
}

/** Show the filters and sort options of the customer list. */
export function CustomersFilters({ list }: { list: List<typeof customersList> }) {
  const { data: groups = [] } = useAllGroups();
  const tags = useTagsInUse("customer");
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
            allLabel={filters.allGroups}
            choices={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        {(tags.length > 0 || list.filters.tag !== "") && (
          <ListSelect
            list={list}
            name="tag"
            label={filters.tag}
            allLabel={filters.allTags}
            choices={buildTagChoices(tags, list.filters.tag)}
          />
        )}
        <ListSelect
          list={list}
          name="marketing"
          label={filters.marketing}
          allLabel={filters.allMarketing}
          choices={[
            { value: "true", label: filters.acceptsMarketing },
            { value: "false", label: filters.rejectsMarketing },
          ]}
        />
        <FilterSelect
          label={filters.sort}
          allLabel={filters.defaultSort}
          value={list.urlSort}
          choices={sorts.map((value) => ({ value, label: filters.sorts[value] }))}
          onChange={list.setSort}
        />
      </Group>
    </Stack>
  );
}
