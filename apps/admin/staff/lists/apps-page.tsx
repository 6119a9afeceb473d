import { PageFrame, useAdminConsole, useList } from "@souk/ui";
import { IconApps } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { texts } from "../../texts.ts";
import { AppsTable } from "./apps-table.tsx";
import { ListFilters } from "./list-filters.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { staffList } from "./staff-list.ts";

/** Show the list of all apps, including custom apps. */
export function AppsPage() {
  const admin = useAdminConsole();
  const list = useList(staffList);
  const query = useQuery({
    queryKey: ["staff", "apps", list.query],
    queryFn: ({ signal }) => admin.staff_apps.list({ query: list.query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <PageFrame title={texts.staff.apps.title} wide>
      <ListFilters kind="app" list={list} />
      <AppsTable
        query={query}
        rows={(response) => response.apps}
        onPage={list.goToPage}
        empty={<NothingFound list={list} icon={IconApps} />}
      />
    </PageFrame>
  );
}
