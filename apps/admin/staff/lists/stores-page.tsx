import { DataTable, formatNumber, PageFrame, Timestamp, TwoLines, useAdminConsole } from "@souk/ui";
import { IconBuildingStore } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { pageOfTarget } from "../records.ts";
import { strings } from "../strings.ts";
import { StateBadge } from "../suspension/state-badge.tsx";
import { ListFilters } from "./list-filters.tsx";
import { askedOf, useListPlace } from "./list-place.ts";
import { NothingFound } from "./nothing-found.tsx";

/** Every store of this platform. */
export function StoresPage() {
  const admin = useAdminConsole();
  const place = useListPlace();
  const asked = askedOf(place);
  const query = useQuery({
    queryKey: ["staff", "stores", asked],
    queryFn: ({ signal }) => admin.staff_stores.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const { columns, stores } = strings;
  return (
    <PageFrame title={stores.title} wide>
      <ListFilters kind="store" place={place} />
      <DataTable
        label={stores.title}
        query={query}
        rows={(answer) => answer.stores}
        keyOf={({ id }) => id}
        linkOf={({ id }) => pageOfTarget({ kind: "store", id })}
        onPage={(page, how) => place.go({ page }, how)}
        empty={<NothingFound place={place} icon={IconBuildingStore} />}
        columns={[
          {
            id: "name",
            header: columns.name,
            cell: ({ name, domain }) => <TwoLines first={name} second={domain} />,
          },
          { id: "state", header: columns.state, cell: (store) => <StateBadge suspended={store.suspended} /> },
          { id: "owner", header: columns.owner, cell: (store) => store.owner_email ?? stores.noOwner },
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
