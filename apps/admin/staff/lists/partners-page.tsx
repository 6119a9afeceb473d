import { DataTable, formatNumber, PageFrame, Timestamp, useAdminConsole, useList } from "@souk/ui";
import { IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { texts } from "../../texts.ts";
import { getTargetPage } from "../records.ts";
import { StateBadge } from "../suspension/state-badge.tsx";
import { ListFilters } from "./list-filters.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { staffList } from "./staff-list.ts";

/** Show the list of all partners. */
export function PartnersPage() {
  const admin = useAdminConsole();
  const list = useList(staffList);
  const query = useQuery({
    queryKey: ["staff", "partners", list.query],
    queryFn: ({ signal }) => admin.staff_partners.list({ query: list.query, signal }),
    placeholderData: keepPreviousData,
  });
  const { columns } = texts.staff;
  return (
    <PageFrame title={texts.staff.partners.title} wide>
      <ListFilters kind="partner" list={list} />
      <DataTable
        label={texts.staff.partners.title}
        query={query}
        rows={(response) => response.partners}
        getKey={({ id }) => id}
        getLink={({ id }) => getTargetPage({ kind: "partner", id })}
        onPage={list.goToPage}
        empty={<NothingFound list={list} icon={IconUsers} />}
        columns={[
          { id: "name", header: columns.name, cell: ({ name }) => name },
          {
            id: "state",
            header: columns.status,
            cell: (partner) => <StateBadge suspended={partner.suspended} />,
          },
          {
            id: "members",
            header: columns.members,
            align: "end",
            cell: (partner) => formatNumber(partner.member_count),
          },
          {
            id: "apps",
            header: columns.apps,
            align: "end",
            cell: (partner) => formatNumber(partner.app_count),
          },
          {
            id: "created",
            header: columns.created,
            cell: (partner) => <Timestamp at={partner.created_at} />,
          },
        ]}
      />
    </PageFrame>
  );
}
