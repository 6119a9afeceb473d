import { Button, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { texts } from "../texts.ts";
import { useMayManage } from "../use-may.ts";
import { InvitationsTable } from "./invitations-table.tsx";
import { InviteForm } from "./invite-form.tsx";
import { MembersTable } from "./members-table.tsx";
import type { SentInvitation } from "./people-queries.ts";
import { SentInvitationCard } from "./sent-invitation.tsx";

/** Show the store's staff, the open invitations, and the form to invite. */
export function PeoplePage() {
  const maySee = useMayManage();
  const [isInviting, setInviting] = useState(false);
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const show = (invitation: SentInvitation) => {
    setInviting(false);
    setSent(invitation);
  };
  const invite = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      {texts.people.invite.button}
    </Button>
  );
  return (
    <SettingsFrame
      title={texts.people.title}
      lead={texts.people.lead}
      {...(maySee && !isInviting ? { actions: invite } : {})}
    >
      {maySee ? (
        <Stack gap="lg">
          {sent && <SentInvitationCard key={sent.link} invitation={sent} onDone={() => setSent(null)} />}
          {isInviting && <InviteForm onSent={show} onCancel={() => setInviting(false)} />}
          <MembersTable />
          <InvitationsTable onSent={show} />
        </Stack>
      ) : (
        <Text size="sm">{texts.people.onlyManagers}</Text>
      )}
    </SettingsFrame>
  );
}
