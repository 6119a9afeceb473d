import { Group, NativeSelect } from "@mantine/core";
import { topics } from "@souk/contract";
import type { Delivery } from "../records.ts";
import type { DeliveryFilter } from "./deliveries.ts";
import { type InstallationIds, useWebhooks } from "./one-installation.ts";
import { strings } from "./strings.ts";

const words = strings.deliveries;
const states = Object.entries(words.states) as [Delivery["state"], string][];

interface DeliveryFiltersProps {
  ids: InstallationIds;
  filter: DeliveryFilter;
  onChange: (change: Partial<DeliveryFilter>) => void;
}

/** Which deliveries are shown: by state, and by topic. */
export function DeliveryFilters({ ids, filter, onChange }: DeliveryFiltersProps) {
  // An app may subscribe to a topic that the catalogue does not know.
  const subscribed = useWebhooks(ids, 1).data?.webhooks.map(({ topic }) => topic) ?? [];
  const chosen = filter.topic === "" ? [] : [filter.topic];
  const names = [...new Set([...chosen, ...subscribed, ...Object.keys(topics)])];
  return (
    <Group align="end" gap="sm">
      <NativeSelect
        label={words.state}
        value={filter.state}
        onChange={(event) => onChange({ state: event.currentTarget.value })}
        data={[{ value: "", label: words.anyState }, ...states.map(([value, label]) => ({ value, label }))]}
      />
      <NativeSelect
        label={words.topic}
        value={filter.topic}
        onChange={(event) => onChange({ topic: event.currentTarget.value })}
        data={[{ value: "", label: words.anyTopic }, ...names]}
      />
    </Group>
  );
}
