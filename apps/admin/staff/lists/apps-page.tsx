import { PageFrame, useAdminConsole } from "@souk/ui";
import { IconApps } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { strings } from "../strings.ts";
import { AppsTable } from "./apps-table.tsx";
import { ListFilters } from "./list-filters.tsx";
import { askedOf, useListPlace } from "./list-place.ts";
import { NothingFound } from "./nothing-found.tsx";

/** Every app that is registered here, custom ones included. */
export function AppsPage() {
  const admin = useAdminConsole();
  const place = useListPlace();
  const asked = askedOf(place);
  const query = useQuery({
    queryKey: ["staff", "apps", asked],
    queryFn: ({ signal }) => admin.staff_apps.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <PageFrame title={strings.apps.title} wide>
      <ListFilters kind="app" place={place} />
      <AppsTable
        query={query}
        rows={(answer) => answer.apps}
        onPage={(page, how) => place.go({ page }, how)}
        empty={<NothingFound place={place} icon={IconApps} />}
      />
    </PageFrame>
  );
}
