import { Alert, Button, Group, Stack } from "@mantine/core";
import { ErrorNote, formatNumber } from "@souk/ui";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { strings } from "./strings.ts";

interface StockConflictProps {
  seen: number;
  now: number;
  amount: number;
  /** What setting it anyway has come to. */
  change: { isRunning: boolean; error: unknown };
  again: () => void;
  onKeep: () => void;
}

/** Somebody else was faster: the person decides which quantity holds. */
export function StockConflict({ seen, now, amount, change, again, onKeep }: StockConflictProps) {
  const keep = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; a second press of the same key must not overwrite anything.
  useEffect(() => keep.current?.focus(), []);
  const { change: words } = strings;
  return (
    <Stack gap="sm">
      <Alert color="yellow" role="alert" icon={<IconAlertTriangle aria-hidden />} title={words.conflictTitle}>
        {words.conflict(formatNumber(seen), formatNumber(now))}
      </Alert>
      {change.error !== null && <ErrorNote error={change.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" ref={keep} onClick={onKeep} disabled={change.isRunning}>
          {words.keep(formatNumber(now))}
        </Button>
        <Button size="xs" onClick={again} loading={change.isRunning}>
          {words.anyway(formatNumber(amount))}
        </Button>
      </Group>
    </Stack>
  );
}
