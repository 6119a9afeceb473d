import { defineList, operations } from "@souk/contract";
import {
  DataTable,
  type List,
  ListSearch,
  NoRecords,
  Section,
  Timestamp,
  TwoLines,
  useList,
  usePartnerConsole,
} from "@souk/ui";
import { IconBuildingStore } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { texts } from "../texts.ts";
import { toPartnerPage } from "../to-partner-page.ts";
import { InstallationBadge } from "./installation-badge.tsx";
import { ScopesCell } from "./scopes-cell.tsx";

const words = texts.installations;

const installationsList = defineList(operations.listAppInstallations.query, {
  filters: { shop: "query" },
  limit: 20,
});

function useInstallations(id: number, listQuery: List<typeof installationsList>["query"]) {
  const partners = usePartnerConsole();
  return useQuery({
    queryKey: ["installations", id, listQuery],
    queryFn: ({ signal }) => partners.apps.installations({ params: { id }, query: listQuery, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Show the stores that have or had the app, in pages, with a search by name. */
export function InstallationsSection({ appId }: { appId: number }) {
  const list = useList(installationsList);
  const query = useInstallations(appId, list.query);
  const canSearch = list.isFiltered || (query.data?.total_count ?? 0) > 0;
  return (
    <Section title={words.title} actions={canSearch && <ListSearch list={list} name="shop" words={words} />}>
      <DataTable
        label={words.title}
        query={query}
        rows={(response) => response.installations}
        getKey={({ id }) => id}
        getLink={({ id }) =>
          toPartnerPage("/apps/$id/installations/$installation_id", { id: appId, installation_id: id })
        }
        onPage={list.goToPage}
        empty={
          <NoRecords
            isFiltered={list.isFiltered}
            onShowAll={list.clearFilters}
            icon={IconBuildingStore}
            words={{
              empty: words.empty,
              none: { ...words.none, text: words.none.text({ query: list.filters.shop }) },
            }}
          />
        }
        columns={[
          {
            id: "shop",
            header: words.store,
            cell: (installation) => <TwoLines first={installation.store_name} second={installation.shop} />,
          },
          {
            id: "status",
            header: words.status,
            cell: (installation) => <InstallationBadge status={installation.status} />,
          },
          {
            id: "since",
            header: words.since,
            cell: (installation) => <Timestamp at={installation.installed_at} />,
          },
          {
            id: "until",
            header: words.until,
            cell: (installation) => <UninstallDate at={installation.uninstalled_at} />,
          },
          {
            id: "scopes",
            header: words.scopes,
            cell: (installation) => <ScopesCell scopes={installation.scopes} />,
          },
        ]}
      />
    </Section>
  );
}

function UninstallDate({ at }: { at: string | null }) {
  return at === null ? <span>–</span> : <Timestamp at={at} />;
}
