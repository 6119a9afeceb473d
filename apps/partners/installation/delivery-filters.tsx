import { Group, NativeSelect } from "@mantine/core";
import type { Delivery } from "../records.ts";
import { texts } from "../texts.ts";
import type { DeliveryFilter } from "./deliveries.ts";
import { type InstallationIds, useTopicNames } from "./one-installation.ts";

const words = texts.installation.deliveries;
const states = Object.entries(words.states) as [Delivery["state"], string][];

interface DeliveryFiltersProps {
  ids: InstallationIds;
  filter: DeliveryFilter;
  onChange: (change: Partial<DeliveryFilter>) => void;
}

/** Show the filters of deliveries: by state and by topic. */
export function DeliveryFilters({ ids, filter, onChange }: DeliveryFiltersProps) {
  const knownTopics = useTopicNames(ids);
  const topicOptions =
    filter.topic === "" || knownTopics.includes(filter.topic) ? knownTopics : [filter.topic, ...knownTopics];
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
        data={[{ value: "", label: words.anyTopic }, ...topicOptions]}
      />
    </Group>
  );
}
