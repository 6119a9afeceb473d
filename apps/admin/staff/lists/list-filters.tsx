import { Group, SegmentedControl } from "@mantine/core";
import { type List, ListSearch } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { SuspendableKind } from "../records.ts";
import type { staffList } from "./staff-list.ts";

const words = texts.staff.find;

/** Show the search box and the suspension filter of a list of partners, apps or stores. */
export function ListFilters({ kind, list }: { kind: SuspendableKind; list: List<typeof staffList> }) {
  return (
    <Group align="flex-end">
      <ListSearch
        list={list}
        name="query"
        words={{ search: words[kind].label, searchHint: words[kind].hint, clear: words.clearSearch }}
      />
      <SegmentedControl
        aria-label={words.status}
        value={list.filters.suspended}
        onChange={(suspended) => list.setFilters({ suspended })}
        data={[
          { value: "", label: words.all },
          { value: "true", label: words.suspended },
          { value: "false", label: words.active },
        ]}
      />
    </Group>
  );
}
