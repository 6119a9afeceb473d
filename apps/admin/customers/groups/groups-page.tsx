import { Group } from "@mantine/core";
import {
  DataTable,
  formatNumber,
  LinkButton,
  NoRecords,
  SearchBox,
  Timestamp,
  TwoLines,
  useAdminConsole,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMay } from "../../use-may.ts";
import { CustomersFrame } from "../customers-frame.tsx";
import { strings } from "./strings.ts";

const usualSort = "name.asc";

function useGroups(query: string, sort: string, page: number) {
  const admin = useAdminConsole();
  const asked = { sort, page, limit: 50, ...(query === "" ? {} : { query }) };
  return useQuery({
    queryKey: ["customer_groups", asked],
    queryFn: ({ signal }) => admin.customer_groups.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The groups of customers of the shop. */
export function CustomerGroupsPage() {
  const { handle } = useStore();
  const { page, at, go } = usePlace(["query", "sort"]);
  const sort = at.sort === "" ? usualSort : at.sort;
  const query = useGroups(at.query, sort, page);
  const list = `/${handle}/customers/groups`;
  const make = useMay()("write_customers") && (
    <LinkButton to={`${list}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {strings.new}
    </LinkButton>
  );
  const { columns } = strings;
  return (
    <CustomersFrame title={strings.pageTitle} lead={strings.lead} actions={make}>
      <Group mb="md">
        <SearchBox
          label={strings.search}
          placeholder={strings.searchHint}
          clear={strings.clear}
          query={at.query}
          onAsk={(words, how) => go({ query: words }, how)}
        />
      </Group>
      <DataTable
        label={strings.pageTitle}
        query={query}
        rows={(answer) => answer.customer_groups}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `${list}/${id}`}
        sort={sort}
        onSort={(next) => go({ sort: next })}
        onPage={(next, how) => go({ page: next }, how)}
        empty={
          <NoRecords
            isNarrowed={at.query !== ""}
            onShowAll={() => go({ query: "" })}
            icon={IconUsersGroup}
            words={strings}
            action={make}
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
