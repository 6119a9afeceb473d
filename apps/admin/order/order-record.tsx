import { Group, Stack, Text } from "@mantine/core";
import { Timestamp } from "@souk/ui";
import type { ReactNode } from "react";
import classes from "./records.module.css";

/** Show records of an order as a list. */
export function OrderRecords({ children }: { children: ReactNode }) {
  return <ul className={classes["list"]}>{children}</ul>;
}

interface RecordProps {
  title: ReactNode;
  badge: ReactNode;
  at: string;
  /** Details of the record, one line each. Empty lines are omitted. */
  lines: readonly string[];
  /** The buttons of the record's actions. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Show a transaction, shipment, refund, return or other record that belongs to an order. */
export function OrderRecord({ title, badge, at, lines, actions, children }: RecordProps) {
  // The index is the key, because two lines may have the same text.
  const shownLines = lines.filter((line) => line !== "").map((line, index) => ({ line, index }));
  return (
    <li className={classes["record"]}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text span fw={600}>
            {title}
          </Text>
          {badge}
        </Group>
        <Text span size="sm" c="dimmed">
          <Timestamp at={at} />
        </Text>
      </Group>
      <Stack gap={2} mt={4}>
        {shownLines.map(({ line, index }) => (
          <Text key={index} size="sm">
            {line}
          </Text>
        ))}
        {children}
      </Stack>
      <div className={classes["actions"]}>{actions}</div>
    </li>
  );
}
