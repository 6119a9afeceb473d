import { Group, Text } from "@mantine/core";
import {
  DataTable,
  EmptyState,
  formatNumber,
  PageFrame,
  SearchBox,
  StatusBadge,
  Timestamp,
  TwoLines,
  useAdminConsole,
  useUrlState,
} from "@souk/ui";
import { IconUserSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { texts } from "../../texts.ts";
import { getTargetPage, type StaffAccount } from "../records.ts";

const words = texts.staff.people;
const maxResults = 50;

/** Show the search for people by name or email. */
export function PeoplePage() {
  const { values, change } = useUrlState(["query"]);
  const { query: text } = values;
  return (
    <PageFrame title={words.title} lead={words.lead} wide>
      <SearchBox
        label={words.search}
        placeholder={words.searchHint}
        clear={words.clear}
        query={text}
        onSearch={(query, options) => change({ query }, options)}
      />
      {[...text.matchAll(/[\p{L}\p{N}]/gu)].length < 2 ? (
        <EmptyState icon={IconUserSearch} title={words.ask.title}>
          {words.ask.text}
        </EmptyState>
      ) : (
        <Results text={text} />
      )}
    </PageFrame>
  );
}

function Results({ text }: { text: string }) {
  const admin = useAdminConsole();
  const accountsQuery = { query: text, limit: maxResults };
  const query = useQuery({
    queryKey: ["staff", "accounts", accountsQuery],
    queryFn: ({ signal }) => admin.staff_accounts.list({ query: accountsQuery, signal }),
    placeholderData: keepPreviousData,
  });
  const { columns } = words;
  return (
    <>
      <DataTable
        label={words.title}
        query={query}
        rows={(response) => response.accounts}
        getKey={({ id }) => id}
        getLink={({ id }) => getTargetPage({ kind: "account", id })}
        empty={
          <EmptyState icon={IconUserSearch} title={words.none.title}>
            {words.none.text}
          </EmptyState>
        }
        columns={[
          { id: "person", header: columns.person, cell: (account) => <Person account={account} /> },
          {
            id: "stores",
            header: columns.stores,
            align: "end",
            cell: (account) => formatNumber(account.store_count),
          },
          {
            id: "partners",
            header: columns.partners,
            align: "end",
            cell: (account) => formatNumber(account.partner_count),
          },
          {
            id: "created",
            header: columns.created,
            cell: (account) => <Timestamp at={account.created_at} />,
          },
        ]}
      />
      {query.data?.has_more === true && (
        <Text c="dimmed" size="sm">
          {words.more}
        </Text>
      )}
    </>
  );
}

function Person({ account: { email, name, is_staff } }: { account: StaffAccount }) {
  return (
    <Group gap="xs">
      <TwoLines first={email} second={name === email ? "" : name} />
      {is_staff && <StatusBadge tone="info">{words.staffBadge}</StatusBadge>}
    </Group>
  );
}
