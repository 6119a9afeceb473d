import { Group, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { TargetKind } from "../records.ts";
import { strings } from "../strings.ts";
import type { ListPlace } from "./list-place.ts";

const words = strings.find;

/** Finds by words, a moment after the last key, and by whether something is suspended. */
export function ListFilters({ kind, place }: { kind: TargetKind; place: ListPlace }) {
  const [text, setText] = useState(place.query);
  const search = useDebouncedCallback((query: string) => place.go({ query: query.trim() }), 300);
  // "Show all" empties it from outside.
  useEffect(() => {
    if (place.query === "") setText("");
  }, [place.query]);
  return (
    <Group gap="sm">
      <TextInput
        type="search"
        aria-label={words[kind].label}
        placeholder={words[kind].hint}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={255}
        w={{ base: "100%", xs: "20rem" }}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
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
