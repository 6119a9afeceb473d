import { DataTable, type DataTableProps, EmptyState, Section, Timestamp } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { StaffAccountDetail } from "../records.ts";

const words = texts.staff.people;
const { columns } = words;

interface AccountResponse {
  account: StaffAccountDetail;
}

/** Show the sessions of a person, each with its device, site, IP address and times. */
export function SessionsSection({ query }: { query: DataTableProps<AccountResponse, never>["query"] }) {
  return (
    <Section title={words.sessions} lead={words.sessionsLead}>
      <DataTable
        label={words.sessions}
        query={query}
        rows={({ account }: AccountResponse) =>
          account.sessions.map((session, index) => ({ ...session, index }))
        }
        getKey={({ index }) => index}
        empty={<EmptyState title={words.noSessions} />}
        columns={[
          { id: "device", header: columns.device, cell: ({ device }) => device },
          { id: "site", header: columns.site, cell: ({ site }) => words.sites[site] },
          {
            id: "address",
            header: columns.address,
            cell: ({ client_address }) => (client_address === "" ? words.noAddress : client_address),
          },
          {
            id: "signed_in",
            header: columns.signedIn,
            cell: ({ signed_in_at }) => <Timestamp at={signed_in_at} />,
          },
          {
            id: "used",
            header: columns.lastUsed,
            cell: ({ last_used_at }) => <Timestamp at={last_used_at} />,
          },
        ]}
      />
    </Section>
  );
}
