import { Group, Stack, Text } from "@mantine/core";
import { Timestamp } from "@souk/ui";
import type { ReactNode } from "react";
import classes from "./records.module.css";

/** Show records of an order below each other. */
export function Records({ children }: { children: ReactNode }) {
  return <ul className={classes["list"]}>{children}</ul>;
}

interface RecordProps {
  title: ReactNode;
  badge: ReactNode;
  at: string;
  /** Details of the record, a line each; empty ones are omitted. */
  lines: readonly string[];
  /** The actions on the record. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Show one payment, shipment, refund or return of an order. */
export function Record({ title, badge, at, lines, actions, children }: RecordProps) {
  // Two lines of an order may read the same.
  const said = lines.filter((line) => line !== "").map((line, place) => ({ line, place }));
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
        {said.map(({ line, place }) => (
          <Text key={place} size="sm">
            {line}
          </Text>
        ))}
        {children}
      </Stack>
      <div className={classes["actions"]}>{actions}</div>
    </li>
  );
}
