import { Button, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useMayManage } from "../apps/use-may-manage.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { InvitationsTable } from "./invitations-table.tsx";
import { InviteForm } from "./invite-form.tsx";
import { MembersTable } from "./members-table.tsx";
import type { SentInvitation } from "./people-queries.ts";
import { SentInvitationCard } from "./sent-invitation.tsx";
import { strings } from "./strings.ts";

/** Who works in the shop, who was asked to, and asking somebody. */
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
      {strings.invite.open}
    </Button>
  );
  return (
    <SettingsFrame
      title={strings.title}
      lead={strings.lead}
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
        <Text size="sm">{strings.onlyManagers}</Text>
      )}
    </SettingsFrame>
  );
}
