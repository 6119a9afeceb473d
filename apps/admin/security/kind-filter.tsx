import { Group } from "@mantine/core";
import { type SecurityEventKind, securityEventKinds } from "@souk/contract";
import { ListSelect } from "@souk/ui";
import { texts } from "../texts.ts";
import type { EventList } from "./event-list.ts";

/** Show the select that filters a list of security events by their kind. */
export function KindFilter({ list, kinds }: { list: EventList; kinds: readonly SecurityEventKind[] }) {
  return (
    <Group align="flex-end">
      <ListSelect
        {...texts.security.filters.kind}
        list={list}
        name="kind"
        choices={kinds.map((value) => ({ value, label: securityEventKinds[value].text }))}
      />
    </Group>
  );
}
