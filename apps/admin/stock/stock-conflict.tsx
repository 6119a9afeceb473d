import { Alert, Button, Group, Stack } from "@mantine/core";
import { formatNumber } from "@souk/ui";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { strings } from "./strings.ts";

interface StockConflictProps {
  seen: number;
  now: number;
  amount: number;
  isRunning: boolean;
  again: () => void;
  onKeep: () => void;
}

/** Somebody else was faster: the person decides which quantity holds. */
export function StockConflict({ seen, now, amount, isRunning, again, onKeep }: StockConflictProps) {
  const keep = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; a second press of the same key must not overwrite anything.
  useEffect(() => keep.current?.focus(), []);
  const { change } = strings;
  return (
    <Stack gap="sm">
      <Alert
        color="yellow"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title={change.conflictTitle}
      >
        {change.conflict(formatNumber(seen), formatNumber(now))}
      </Alert>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" ref={keep} onClick={onKeep} disabled={isRunning}>
          {change.keep(formatNumber(now))}
        </Button>
        <Button size="xs" onClick={again} loading={isRunning}>
          {change.anyway(formatNumber(amount))}
        </Button>
      </Group>
    </Stack>
  );
}
