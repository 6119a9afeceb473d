import { Button } from "@mantine/core";
import {
  ConfirmButton,
  DataTable,
  Section,
  StatusBadge,
  Timestamp,
  TwoLines,
  useAction,
  useAdminConsole,
} from "@souk/ui";
import { useState } from "react";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import {
  type Invitation,
  queriesShowingStaff,
  type SentInvitation,
  useInvitations,
} from "./people-queries.ts";
import classes from "./row-actions.module.css";

const words = texts.people.invitations;

/**
 * Show the pending invitations with their actions. Show nothing if there are none.
 * @param onSent called with an invitation that was resent, whose link must be shown
 */
export function InvitationsTable({ onSent }: { onSent: (invitation: SentInvitation) => void }) {
  const [page, setPage] = useState(1);
  const query = useInvitations(page);
  if (query.data?.total_count === 0) return null;
  const { columns } = words;
  return (
    <Section title={words.title}>
      <DataTable
        label={words.title}
        query={query}
        rows={({ invitations }) => invitations}
        getKey={({ id }) => id}
        onPage={setPage}
        columns={[
          { id: "email", header: columns.email, cell: ({ email }) => email },
          {
            id: "role",
            header: columns.role,
            cell: ({ role, rights, installation_ids }) => (
              <TwoLines
                first={texts.people.roles[role]}
                second={
                  role === "custom" || installation_ids.length > 0
                    ? texts.people.access({ rights: rights.length, apps: installation_ids.length })
                    : ""
                }
              />
            ),
          },
          { id: "by", header: columns.by, cell: ({ invited_by }) => invited_by ?? words.formerMember },
          {
            id: "expires",
            header: columns.expires,
            cell: ({ is_expired, expires_at }) =>
              is_expired ? (
                <StatusBadge tone="warn">{words.expired}</StatusBadge>
              ) : (
                <Timestamp at={expires_at} />
              ),
          },
          {
            id: "actions",
            header: columns.actions,
            cell: (invitation) => <InvitationActions invitation={invitation} onSent={onSent} />,
          },
        ]}
      />
    </Section>
  );
}

interface InvitationActionsProps {
  invitation: Invitation;
  onSent: (invitation: SentInvitation) => void;
}

function InvitationActions({ invitation: { id, email, role }, onSent }: InvitationActionsProps) {
  const admin = useAdminConsole();
  // Only the owner may manage managers, and only the owner has the right `store.transfer`.
  const canManageManagers = usePermissions()("store.transfer");
  const resend = useAction({
    run: () => admin.invitations.resend({ params: { id } }),
    done: words.resent({ email }),
    refresh: queriesShowingStaff,
    onDone: ({ invitation }) => onSent(invitation),
  });
  if (!canManageManagers && role === "manager") return null;
  return (
    <div className={classes["actions"]}>
      <Button
        variant="default"
        size="xs"
        aria-label={words.resendLabel({ email })}
        loading={resend.isRunning}
        onClick={() => resend.start()}
      >
        {words.resend}
      </Button>
      <ConfirmButton
        danger
        label={words.withdraw}
        accessibleName={words.withdrawTitle({ email })}
        button={{ size: "xs" }}
        title={words.withdrawTitle({ email })}
        confirm={words.withdraw}
        done={words.withdrawn({ email })}
        onConfirm={() => admin.invitations.delete({ params: { id } })}
        refresh={queriesShowingStaff}
      >
        {words.withdrawText}
      </ConfirmButton>
    </div>
  );
}
