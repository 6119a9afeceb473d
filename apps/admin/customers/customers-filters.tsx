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
  const filterWords = texts.customers.filters;
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
            label={filterWords.group}
            allLabel={filterWords.allGroups}
            choices={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        {(tags.length > 0 || list.filters.tag !== "") && (
          <ListSelect
            list={list}
            name="tag"
            label={filterWords.tag}
            allLabel={filterWords.allTags}
            choices={buildTagChoices(tags, list.filters.tag)}
          />
        )}
        <ListSelect
          list={list}
          name="marketing"
          label={filterWords.marketing}
          allLabel={filterWords.allMarketing}
          choices={[
            { value: "true", label: filterWords.acceptsMarketing },
            { value: "false", label: filterWords.rejectsMarketing },
          ]}
        />
        <FilterSelect
          label={filterWords.sort}
          allLabel={filterWords.defaultSort}
          value={list.urlSort}
          choices={sorts.map((value) => ({ value, label: filterWords.sorts[value] }))}
          onChange={list.setSort}
        />
      </Group>
    </Stack>
  );
}
