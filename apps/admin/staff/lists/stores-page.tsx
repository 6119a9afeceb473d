import { DataTable, formatNumber, PageFrame, Timestamp, TwoLines, useAdminConsole, useList } from "@souk/ui";
import { IconBuildingStore } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { texts } from "../../texts.ts";
import { getTargetPage } from "../records.ts";
import { StateBadge } from "../suspension/state-badge.tsx";
import { ListFilters } from "./list-filters.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { staffList } from "./staff-list.ts";

/** Show the list of all stores. */
export function StoresPage() {
  const admin = useAdminConsole();
  const list = useList(staffList);
  const query = useQuery({
    queryKey: ["staff", "stores", list.query],
    queryFn: ({ signal }) => admin.staff_stores.list({ query: list.query, signal }),
    placeholderData: keepPreviousData,
  });
  const { columns } = texts.staff;
  const words = texts.staff.stores;
  return (
    <PageFrame title={words.title} wide>
      <ListFilters kind="store" list={list} />
      <DataTable
        label={words.title}
        query={query}
        rows={(response) => response.stores}
        getKey={({ id }) => id}
        getLink={({ id }) => getTargetPage({ kind: "store", id })}
        onPage={list.goToPage}
        empty={<NothingFound list={list} icon={IconBuildingStore} />}
        columns={[
          {
            id: "name",
            header: columns.name,
            cell: ({ name, domain }) => <TwoLines first={name} second={domain} />,
          },
          {
            id: "state",
            header: columns.status,
            cell: (store) => <StateBadge suspended={store.suspended} />,
          },
          { id: "owner", header: columns.owner, cell: (store) => store.owner_email ?? words.noOwner },
          {
            id: "products",
            header: columns.products,
            align: "end",
            cell: (store) => formatNumber(store.product_count),
          },
          { id: "apps", header: columns.apps, align: "end", cell: (store) => formatNumber(store.app_count) },
          { id: "created", header: columns.created, cell: (store) => <Timestamp at={store.created_at} /> },
        ]}
      />
    </PageFrame>
  );
}
