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

/** The maximum number of people that the results show. */
const maxResults = 50;

/** The minimum number of letters and digits in a search text. */
const minSearchCharacters = 2;

/** Show the search for people by name or email. */
export function PeoplePage() {
  const { values, change } = useUrlState(["query"]);
  const searchText = values.query;
  const characterCount = [...searchText.matchAll(/[\p{L}\p{N}]/gu)].length;
  return (
    <PageFrame title={words.title} lead={words.lead} wide>
      <SearchBox
        label={words.search}
        placeholder={words.searchHint}
        clear={words.clear}
        query={searchText}
        onSearch={(query, options) => change({ query }, options)}
      />
      {characterCount < minSearchCharacters ? (
        <EmptyState icon={IconUserSearch} title={words.ask.title}>
          {words.ask.text}
        </EmptyState>
      ) : (
        <Results searchText={searchText} />
      )}
    </PageFrame>
  );
}

function Results({ searchText }: { searchText: string }) {
  const admin = useAdminConsole();
  const accountsQuery = { query: searchText, limit: maxResults };
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
