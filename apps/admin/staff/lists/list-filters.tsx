import { Group, SegmentedControl } from "@mantine/core";
import { SearchBox } from "@souk/ui";
import type { TargetKind } from "../records.ts";
import { strings } from "../strings.ts";
import type { ListPlace } from "./list-place.ts";

const words = strings.find;

/** Finds by words, and by whether something is suspended. */
export function ListFilters({ kind, place }: { kind: TargetKind; place: ListPlace }) {
  return (
    <Group align="flex-end">
      <SearchBox
        label={words[kind].label}
        placeholder={words[kind].hint}
        clear={words.clearSearch}
        query={place.query}
        onAsk={(query, how) => place.go({ query }, how)}
      />
      <SegmentedControl
        aria-label={words.which}
        value={place.suspended}
        onChange={(suspended) => place.go({ suspended })}
        data={[
          { value: "", label: words.all },
          { value: "true", label: words.suspended },
          { value: "false", label: words.active },
        ]}
      />
    </Group>
  );
}
