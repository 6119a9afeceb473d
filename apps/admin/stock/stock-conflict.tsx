import { Alert, Button, Group, Stack } from "@mantine/core";
import { ErrorNote, formatNumber } from "@souk/ui";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { texts } from "../texts.ts";

interface StockConflictProps {
  /** The quantity when the form was opened. */
  previousQuantity: number;
  currentQuantity: number;
  /** The quantity that the person wants to set. */
  newQuantity: number;
  /** The state of the request that overwrites the other person's change. */
  change: { isRunning: boolean; error: unknown };
  onOverwrite: () => void;
  onKeep: () => void;
}

/** Show that another person changed the quantity first, and let the signed-in person overwrite or keep that change. */
export function StockConflict(props: StockConflictProps) {
  const { previousQuantity, currentQuantity, newQuantity, change, onOverwrite, onKeep } = props;
  const keepButton = useRef<HTMLButtonElement>(null);
  // The form's Save button, which had the focus, is removed from the page. Move the focus to the Keep button, so that
  // pressing the same key again doesn't overwrite the other person's change.
  useEffect(() => keepButton.current?.focus(), []);
  const words = texts.stock.change;
  return (
    <Stack gap="sm">
      <Alert color="yellow" role="alert" icon={<IconAlertTriangle aria-hidden />} title={words.conflictTitle}>
        {words.conflict({
          previous: formatNumber(previousQuantity),
          current: formatNumber(currentQuantity),
        })}
      </Alert>
      {change.error !== null && <ErrorNote error={change.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" ref={keepButton} onClick={onKeep} disabled={change.isRunning}>
          {words.keep({ quantity: formatNumber(currentQuantity) })}
        </Button>
        <Button size="xs" onClick={onOverwrite} loading={change.isRunning}>
          {words.setAnyway({ quantity: formatNumber(newQuantity) })}
        </Button>
      </Group>
    </Stack>
  );
}
