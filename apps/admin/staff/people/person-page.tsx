import {
  DataTable,
  EmptyState,
  formatNumber,
  KeyValues,
  PageFrame,
  QueryBoundary,
  Section,
  StatusBadge,
  Timestamp,
  TwoLines,
  useAdminConsole,
} from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { toStaffPage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { useIdFromUrl } from "../../use-id-from-url.ts";
import { ActionsSection } from "../details/actions-section.tsx";
import { getTargetPage, type StaffAccountDetail } from "../records.ts";
import { StateBadge } from "../suspension/state-badge.tsx";
import { AccessSection } from "./access-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

const words = texts.staff.people;
const { columns } = words;

function usePerson(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["staff", "account", id],
    queryFn: ({ signal }) => admin.staff_accounts.get({ params: { id }, signal }),
  });
}

type PersonQuery = ReturnType<typeof usePerson>;

/** Show a person: their account, stores, partners and sessions, and the actions that end the sessions or reset the password. */
export function PersonPage() {
  const query = usePerson(useIdFromUrl());
  const account = query.data?.account;
  return (
    <PageFrame
      title={account?.email ?? words.person}
      breadcrumbs={[{ label: words.title, to: toStaffPage("/people") }]}
      {...(account?.is_staff === true
        ? { badge: <StatusBadge tone="info">{words.staffBadge}</StatusBadge> }
        : {})}
      wide
    >
      <QueryBoundary query={query}>
        {(response) => <PersonSections account={response.account} query={query} />}
      </QueryBoundary>
    </PageFrame>
  );
}

function PersonSections({ account, query }: { account: StaffAccountDetail; query: PersonQuery }) {
  const { id, email, name, created_at, last_signed_in_at, password_reset_count } = account;
  return (
    <>
      <Section title={words.details}>
        <KeyValues
          items={[
            [words.email, email],
            [words.name, name === "" ? words.noName : name],
            [columns.created, <Timestamp key="at" at={created_at} absolute />],
            [
              words.lastSignIn,
              last_signed_in_at === null ? (
                words.noSignIn
              ) : (
                <Timestamp key="last" at={last_signed_in_at} absolute />
              ),
            ],
            [words.resets, formatNumber(password_reset_count)],
          ]}
        />
      </Section>
      <AccessSection account={account} />
      <SessionsSection query={query} />
      <StoresSection query={query} />
      <PartnersSection query={query} />
      <ActionsSection kind="account" id={id} />
    </>
  );
}

function StoresSection({ query }: { query: PersonQuery }) {
  return (
    <Section title={words.stores}>
      <DataTable
        label={words.stores}
        query={query}
        rows={(response) => response.account.stores}
        getKey={({ id }) => id}
        getLink={({ id }) => getTargetPage({ kind: "store", id })}
        empty={<EmptyState title={words.noStores} />}
        columns={[
          {
            id: "name",
            header: columns.store,
            cell: ({ name, handle }) => <TwoLines first={name} second={handle} />,
          },
          { id: "role", header: columns.role, cell: ({ role }) => texts.people.roles[role] },
          {
            id: "state",
            header: columns.status,
            cell: ({ suspended }) => <StateBadge suspended={suspended} />,
          },
        ]}
      />
    </Section>
  );
}

function PartnersSection({ query }: { query: PersonQuery }) {
  return (
    <Section title={words.partners}>
      <DataTable
        label={words.partners}
        query={query}
        rows={(response) => response.account.partners}
        getKey={({ id }) => id}
        getLink={({ id }) => getTargetPage({ kind: "partner", id })}
        empty={<EmptyState title={words.noPartners} />}
        columns={[
          { id: "name", header: columns.partner, cell: ({ name }) => name },
          { id: "role", header: columns.role, cell: ({ role }) => words.roles[role] },
          {
            id: "state",
            header: columns.status,
            cell: ({ suspended }) => <StateBadge suspended={suspended} />,
          },
        ]}
      />
    </Section>
  );
}
