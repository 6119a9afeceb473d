import { Anchor, Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { EmptyState, PageLink, Timestamp } from "@souk/ui";
import {
  IconApps,
  IconBox,
  IconHistory,
  IconPackages,
  IconSettings,
  IconShoppingBag,
} from "@tabler/icons-react";
import { useState } from "react";
import { formatActor } from "../format-actor.ts";
import { texts } from "../texts.ts";
import type { ActivityEntry } from "./activity.ts";
import { describeEntry } from "./describe-entry.ts";
import classes from "./latest-entries.module.css";

const icons = {
  stock: IconPackages,
  product: IconBox,
  order: IconShoppingBag,
  app: IconApps,
  other: IconSettings,
} as const;

/** The number of entries shown at first. */
const initialCount = 10;

/** Show the latest activity entries, with who made each change and when. */
export function LatestEntries({ entries }: { entries: readonly ActivityEntry[] }) {
  const [isShowingAll, setShowingAll] = useState(false);
  if (entries.length === 0)
    return (
      <EmptyState icon={IconHistory} title={texts.home.empty.title}>
        {texts.home.empty.text}
      </EmptyState>
    );
  return (
    <>
      <ul className={classes["list"]}>
        {entries.slice(0, isShowingAll ? entries.length : initialCount).map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ul>
      {!isShowingAll && entries.length > initialCount && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={() => setShowingAll(true)}>
            {texts.home.showAll({ count: entries.length })}
          </Button>
        </Group>
      )}
    </>
  );
}

function EntryItem({ entry }: { entry: ActivityEntry }) {
  const { subject, event, to } = describeEntry(entry);
  const Icon = icons[entry.kind];
  return (
    <li className={classes["entry"]}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <ThemeIcon variant="light" color="gray" size="md">
          <Icon size={16} aria-hidden />
        </ThemeIcon>
        <Stack gap={2} miw={0}>
          <Text fw={500} size="sm" className={classes["subject"] ?? ""}>
            {to === null ? (
              subject
            ) : (
              <Anchor component={PageLink} to={to} inherit>
                {subject}
              </Anchor>
            )}
          </Text>
          <Text size="sm">{event}</Text>
          <Text size="sm" c="dimmed">
            {entry.actor && `${formatActor(entry.actor)} · `}
            <Timestamp at={entry.at} />
          </Text>
        </Stack>
      </Group>
    </li>
  );
}
