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
  useStore,
} from "@souk/ui";
import { useState } from "react";
import { texts } from "../texts.ts";
import { type Invitation, type SentInvitation, stalePeople, useInvitations } from "./people-queries.ts";
import classes from "./row-actions.module.css";

const { invitations: words } = texts.people;

/** Show the open invitations; renders nothing without any. */
export function InvitationsTable({ onSent }: { onSent: (sent: SentInvitation) => void }) {
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
            cell: ({ role, scopes }) => (
              <TwoLines
                first={texts.people.roles[role]}
                second={role === "staff" ? texts.people.areas({ count: scopes.length }) : ""}
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
            cell: (invitation) => <Actions invitation={invitation} onSent={onSent} />,
          },
        ]}
      />
    </Section>
  );
}

interface ActionsProps {
  invitation: Invitation;
  onSent: (sent: SentInvitation) => void;
}

function Actions({ invitation: { id, email, role }, onSent }: ActionsProps) {
  const admin = useAdminConsole();
  const { role: own } = useStore();
  const resend = useAction({
    run: () => admin.invitations.resend({ params: { id } }),
    done: words.resent({ email }),
    refresh: stalePeople,
    onDone: ({ invitation }) => onSent(invitation),
  });
  if (own !== "owner" && role === "manager") return null;
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
        spoken={words.withdrawTitle({ email })}
        button={{ size: "xs" }}
        title={words.withdrawTitle({ email })}
        confirm={words.withdraw}
        done={words.withdrawn({ email })}
        onConfirm={() => admin.invitations.delete({ params: { id } })}
        refresh={stalePeople}
      >
        {words.withdrawText}
      </ConfirmButton>
    </div>
  );
}
