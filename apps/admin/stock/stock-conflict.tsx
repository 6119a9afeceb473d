import { Alert, Button, Group, Stack } from "@mantine/core";
import { ErrorNote, formatNumber } from "@souk/ui";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { texts } from "../texts.ts";

interface StockConflictProps {
  seen: number;
  now: number;
  amount: number;
  /** The state of the forced change. */
  change: { isRunning: boolean; error: unknown };
  again: () => void;
  onKeep: () => void;
}

/** Show a conflict with another person's change, and let the person decide which quantity is kept. */
export function StockConflict({ seen, now, amount, change, again, onKeep }: StockConflictProps) {
  const keep = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; a second press of the same key must not overwrite anything.
  useEffect(() => keep.current?.focus(), []);
  const { change: words } = texts.stock;
  return (
    <Stack gap="sm">
      <Alert color="yellow" role="alert" icon={<IconAlertTriangle aria-hidden />} title={words.conflictTitle}>
        {words.conflict({ before: formatNumber(seen), now: formatNumber(now) })}
      </Alert>
      {change.error !== null && <ErrorNote error={change.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" ref={keep} onClick={onKeep} disabled={change.isRunning}>
          {words.keep({ quantity: formatNumber(now) })}
        </Button>
        <Button size="xs" onClick={again} loading={change.isRunning}>
          {words.setAnyway({ quantity: formatNumber(amount) })}
        </Button>
      </Group>
    </Stack>
  );
}
