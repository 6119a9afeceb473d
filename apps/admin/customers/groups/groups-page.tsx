import { Group } from "@mantine/core";
import { defineList, operations } from "@souk/contract";
import {
  DataTable,
  formatNumber,
  type List,
  ListSearch,
  NoRecords,
  Timestamp,
  TwoLines,
  useAdminConsole,
  useList,
} from "@souk/ui";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PageLinkButton } from "../../page-link-button.tsx";
import { toStorePage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { CustomersFrame } from "../customers-frame.tsx";

const groupsList = defineList(operations.listCustomerGroups.query, {
  filters: { query: "query" },
  sort: "name.asc",
  limit: 50,
});

function useGroups(listQuery: List<typeof groupsList>["query"]) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["customer_groups", listQuery],
    queryFn: ({ signal }) => admin.customer_groups.list({ query: listQuery, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Show the list of the store's customer groups. */
export function CustomerGroupsPage() {
  const list = useList(groupsList);
  const query = useGroups(list.query);
  const createButton = usePermissions()("customers.edit") && (
    <PageLinkButton
      to={toStorePage("/customers/groups/new")}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {texts.customersGroups.new}
    </PageLinkButton>
  );
  const { columns } = texts.customersGroups;
  return (
    <CustomersFrame title={texts.customersGroups.pageTitle} actions={createButton}>
      <Group mb="md">
        <ListSearch list={list} name="query" words={texts.customersGroups} />
      </Group>
      <DataTable
        label={texts.customersGroups.pageTitle}
        query={query}
        rows={({ customer_groups }) => customer_groups}
        getKey={({ id }) => id}
        getLink={({ id }) => toStorePage("/customers/groups/$id", { id })}
        sort={list.sort ?? ""}
        onSort={list.setSort}
        onPage={list.goToPage}
        empty={
          <NoRecords
            isFiltered={list.isFiltered}
            onShowAll={list.clearFilters}
            icon={IconUsersGroup}
            words={texts.customersGroups}
            action={createButton}
          />
        }
        columns={[
          {
            id: "name",
            header: columns.name,
            sort: "name",
            cell: ({ name, description }) => <TwoLines first={name} second={description} />,
          },
          {
            id: "customers",
            header: columns.customers,
            align: "end",
            cell: ({ customers_count }) => formatNumber(customers_count),
          },
          {
            id: "updated",
            header: columns.updated,
            sort: "updated_at",
            cell: ({ updated_at }) => <Timestamp at={updated_at} />,
          },
        ]}
      />
    </CustomersFrame>
  );
}
