import { NativeSelect, Text, TextInput } from "@mantine/core";
import { texts } from "../texts.ts";
import { type InstallationIds, useTopicNames } from "./one-installation.ts";
import type { ReplayChoice } from "./use-replay-failed.ts";

const words = texts.installation.replay;

type Since = keyof typeof words.choices;

/** The values of the form. */
export interface ReplayFieldValues {
  since: Since;
  /** The value of the time field, in the browser's time zone; used if `since` is `other`. */
  time: string;
  /** The topic; an empty value matches every topic. */
  topic: string;
}

const hourMs = 3_600_000;

/** Return the choice of deliveries that the form describes; null while the time is missing. */
export function toReplayChoice({ since, time, topic }: ReplayFieldValues, now: number): ReplayChoice | null {
  const from = since === "other" ? new Date(time) : new Date(now - Number(since) * hourMs);
  if (Number.isNaN(from.getTime())) return null;
  return { since: from.toISOString(), ...(topic === "" ? {} : { topic }) };
}

// Each value except `other` is a number of hours before now. 336 hours are 14 days.
const sinceChoices = (["1", "24", "72", "336", "other"] as const satisfies Since[]).map((value) => ({
  value,
  label: words.choices[value],
}));

interface ReplayFieldsProps {
  ids: InstallationIds;
  selected: ReplayFieldValues;
  onChange: (selected: ReplayFieldValues) => void;
  /** Whether the person tried to start the replay without a time. */
  isTimeMissing: boolean;
}

/** Show the fields for the start time and the topic. */
export function ReplayFields({ ids, selected, onChange, isTimeMissing }: ReplayFieldsProps) {
  const topics = useTopicNames(ids);
  const change = (part: Partial<ReplayFieldValues>) => onChange({ ...selected, ...part });
  return (
    <>
      <Text size="sm">{words.text}</Text>
      <NativeSelect
        label={words.since}
        value={selected.since}
        onChange={(event) => change({ since: event.currentTarget.value as Since })}
        data={sinceChoices}
        data-autofocus
      />
      {selected.since === "other" && (
        <TextInput
          type="datetime-local"
          label={words.time}
          value={selected.time}
          onChange={(event) => change({ time: event.currentTarget.value })}
          error={isTimeMissing && words.timeMissing}
        />
      )}
      <NativeSelect
        label={words.topic}
        value={selected.topic}
        onChange={(event) => change({ topic: event.currentTarget.value })}
        data={[{ value: "", label: words.anyTopic }, ...topics]}
      />
    </>
  );
}
