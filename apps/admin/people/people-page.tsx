import { Button, Stack } from "@mantine/core";
import { useFocusFallback } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { texts } from "../texts.ts";
import { InvitationsTable } from "./invitations-table.tsx";
import { InviteForm } from "./invite-form.tsx";
import { MembersTable } from "./members-table.tsx";
import type { SentInvitation } from "./people-queries.ts";
import { SentInvitationCard } from "./sent-invitation.tsx";

/** Show the store's staff, the pending invitations, and the form that invites staff. */
export function PeoplePage() {
  const [isInviting, setInviting] = useState(false);
  const [sentInvitation, setSentInvitation] = useState<SentInvitation | null>(null);
  const inviteButtonRef = useRef<HTMLButtonElement>(null);
  // If the focused button disappears with the form or the sent invitation, move the focus to the Invite button.
  useFocusFallback(inviteButtonRef, `${isInviting} ${sentInvitation?.link}`);
  const showInvitation = (invitation: SentInvitation) => {
    setInviting(false);
    setSentInvitation(invitation);
  };
  const inviteButton = (
    <Button
      ref={inviteButtonRef}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setInviting(true)}
    >
      {texts.people.invite.button}
    </Button>
  );
  return (
    <SettingsFrame
      title={texts.people.title}
      lead={texts.people.lead}
      {...(isInviting ? {} : { actions: inviteButton })}
    >
      <Stack gap="lg">
        {sentInvitation && (
          <SentInvitationCard
            key={sentInvitation.link}
            invitation={sentInvitation}
            onDone={() => setSentInvitation(null)}
          />
        )}
        {isInviting && <InviteForm onSent={showInvitation} onCancel={() => setInviting(false)} />}
        <MembersTable />
        <InvitationsTable onSent={showInvitation} />
      </Stack>
    </SettingsFrame>
  );
}
