import { Button, Stack, Text } from "@mantine/core";
import { Section, Timestamp } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import { SuspensionDialog } from "./suspension-dialog.tsx";
import type { Target } from "./target.ts";

const words = texts.staff.suspension;

/** Show whether a record is suspended and why, with the button that suspends it or lifts the suspension. */
export function SuspensionSection({ target }: { target: Target }) {
  const [isOpen, setOpen] = useState(false);
  const { kind, suspended } = target;
  return (
    <Section
      title={words.title}
      actions={
        suspended === null ? (
          <Button color="red" variant="outline" onClick={() => setOpen(true)}>
            {words.suspend}
          </Button>
        ) : (
          <Button onClick={() => setOpen(true)}>{words.lift}</Button>
        )
      }
    >
      {suspended === null ? (
        <Text c="dimmed">{target.activeText ?? words.active[kind]}</Text>
      ) : (
        <Stack gap="xs">
          <Text>
            {words.since} <Timestamp at={suspended.at} absolute />.{" "}
            {words.reasonGiven({ reason: suspended.reason })}
          </Text>
          <Text c="dimmed">{words.effects[kind]}</Text>
        </Stack>
      )}
      <SuspensionDialog opened={isOpen} onClose={() => setOpen(false)} target={target} />
    </Section>
  );
}
