import { Button, Group, Stack } from "@mantine/core";
import { SecretField, Section } from "@souk/ui";
import { useEffect, useRef } from "react";
import { texts } from "../texts.ts";
import type { SentInvitation } from "./people-queries.ts";

interface SentInvitationProps {
  invitation: SentInvitation;
  onDone: () => void;
}

/** Show an invitation's link, which people can see only once. */
export function SentInvitationCard({ invitation, onDone }: SentInvitationProps) {
  const words = texts.people.link;
  const card = useRef<HTMLDivElement>(null);
  // The clicked button is removed from the page, so the focus moves to this card, whose link must not be overlooked.
  useEffect(() => card.current?.focus(), []);
  return (
    <div ref={card} tabIndex={-1} style={{ outline: "none" }}>
      <Section
        title={words.title({ email: invitation.email })}
        lead={invitation.is_mailed ? words.emailed : words.notEmailed}
      >
        <Stack>
          <SecretField label={words.label} value={invitation.link} warning={words.warning} />
          <Group justify="flex-end">
            <Button onClick={onDone}>{words.done}</Button>
          </Group>
        </Stack>
      </Section>
    </div>
  );
}
