import { Stack, Text } from "@mantine/core";
import { Section } from "@souk/ui";
import type { ReactNode } from "react";
import { texts } from "../../texts.ts";

interface HealthSectionProps<P> {
  title: string;
  /** The part of the health report; null if it could not be read. */
  part: P | null;
  children: (part: P) => ReactNode;
}

/** Show a part of the health report under its heading, or say that the part could not be read. */
export function HealthSection<P>({ title, part, children }: HealthSectionProps<P>) {
  return (
    <Section title={title}>
      {part === null ? (
        <Text c="dimmed">{texts.staff.health.unavailable}</Text>
      ) : (
        <Stack>{children(part)}</Stack>
      )}
    </Section>
  );
}
