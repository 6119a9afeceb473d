import { DataTable, StatusBadge, Timestamp, type Tone, TwoLines, useUrlState } from "@souk/ui";
import { texts } from "../texts.ts";
import { MemberActions } from "./member-actions.tsx";
import { getDisplayName, type Member, useMembers } from "./people-queries.ts";

const tones: Partial<Record<Member["role"], Tone>> = { owner: "info", manager: "good" };

/** Show the table of the store's staff. */
export function MembersTable() {
  const { page, goToPage } = useUrlState([]);
  const query = useMembers(page);
  const { columns } = texts.people;
  return (
    <DataTable
      label={texts.people.table}
      query={query}
      rows={({ members }) => members}
      getKey={({ id }) => id}
      onPage={goToPage}
      columns={[
        { id: "person", header: columns.person, cell: (member) => <MemberName member={member} /> },
        {
          id: "role",
          header: columns.role,
          cell: ({ role, rights, installation_ids }) => (
            <TwoLines
              first={<StatusBadge tone={tones[role] ?? "neutral"}>{texts.people.roles[role]}</StatusBadge>}
              second={
                role === "custom" || installation_ids.length > 0
                  ? texts.people.access({ rights: rights.length, apps: installation_ids.length })
                  : ""
              }
            />
          ),
        },
        { id: "since", header: columns.since, cell: ({ created_at }) => <Timestamp at={created_at} /> },
        { id: "actions", header: columns.actions, cell: (member) => <MemberActions member={member} /> },
      ]}
    />
  );
}

function MemberName({ member }: { member: Member }) {
  const name = getDisplayName(member);
  const label = member.is_self ? `${name} (${texts.people.you})` : name;
  return <TwoLines first={label} second={member.name === "" ? "" : member.email} />;
}
