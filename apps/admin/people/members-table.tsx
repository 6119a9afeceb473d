import { DataTable, StatusBadge, Timestamp, type Tone, TwoLines, usePlace } from "@souk/ui";
import { MemberActions } from "./member-actions.tsx";
import { type Member, nameOf, useMembers } from "./people-queries.ts";
import { strings } from "./strings.ts";

const tones: Record<Member["role"], Tone> = { owner: "info", manager: "good", staff: "neutral" };

/** Who works in the shop. */
export function MembersTable() {
  const { page, go } = usePlace([]);
  const query = useMembers(page);
  const { columns } = strings;
  return (
    <DataTable
      label={strings.table}
      query={query}
      rows={({ members }) => members}
      keyOf={({ id }) => id}
      onPage={(next, how) => go({ page: next }, how)}
      columns={[
        { id: "person", header: columns.person, cell: (member) => <Person member={member} /> },
        {
          id: "role",
          header: columns.role,
          cell: ({ role, scopes }) => (
            <TwoLines
              first={<StatusBadge tone={tones[role]}>{strings.roles[role]}</StatusBadge>}
              second={role === "staff" ? strings.areas(scopes.length) : ""}
            />
          ),
        },
        { id: "since", header: columns.since, cell: ({ created_at }) => <Timestamp at={created_at} /> },
        { id: "actions", header: columns.actions, cell: (member) => <MemberActions member={member} /> },
      ]}
    />
  );
}

function Person({ member }: { member: Member }) {
  const name = nameOf(member);
  const first = member.is_self ? `${name} (${strings.you})` : name;
  return <TwoLines first={first} second={member.name === "" ? "" : member.email} />;
}
