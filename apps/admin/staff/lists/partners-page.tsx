import { DataTable, formatNumber, PageFrame, Timestamp, useAdminConsole } from "@souk/ui";
import { IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { pageOfTarget } from "../records.ts";
import { strings } from "../strings.ts";
import { StateBadge } from "../suspension/state-badge.tsx";
import { ListFilters } from "./list-filters.tsx";
import { askedOf, useListPlace } from "./list-place.ts";
import { NothingFound } from "./nothing-found.tsx";

/** Everybody who develops apps for this platform. */
export function PartnersPage() {
  const admin = useAdminConsole();
  const place = useListPlace();
  const asked = askedOf(place);
  const query = useQuery({
    queryKey: ["staff", "partners", asked],
    queryFn: ({ signal }) => admin.staff_partners.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const { columns } = strings;
  return (
    <PageFrame title={strings.partners.title} wide>
      <ListFilters kind="partner" place={place} />
      <DataTable
        label={strings.partners.title}
        query={query}
        rows={(answer) => answer.partners}
        keyOf={({ id }) => id}
        linkOf={({ id }) => pageOfTarget({ kind: "partner", id })}
        onPage={(page, how) => place.go({ page }, how)}
        empty={<NothingFound place={place} icon={IconUsers} />}
        columns={[
          { id: "name", header: columns.name, cell: ({ name }) => name },
          { id: "state", header: columns.state, cell: (row) => <StateBadge suspended={row.suspended} /> },
          {
            id: "members",
            header: columns.members,
            align: "end",
            cell: (row) => formatNumber(row.member_count),
          },
          { id: "apps", header: columns.apps, align: "end", cell: (row) => formatNumber(row.app_count) },
          { id: "created", header: columns.created, cell: (row) => <Timestamp at={row.created_at} /> },
        ]}
      />
    </PageFrame>
  );
}
