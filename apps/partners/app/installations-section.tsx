import {
  DataTable,
  NoRecords,
  SearchBox,
  Section,
  Timestamp,
  TwoLines,
  usePartnerConsole,
  usePlace,
} from "@souk/ui";
import { IconBuildingStore } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { strings } from "../strings.ts";
import { InstallationBadge } from "./installation-badge.tsx";
import { ScopesCell } from "./scopes-cell.tsx";

const words = strings.installations;

function useInstallations(id: number, { page, query }: { page: number; query: string }) {
  const partners = usePartnerConsole();
  const asked = { page, limit: 20, ...(query === "" ? {} : { query }) };
  return useQuery({
    queryKey: ["installations", id, asked],
    queryFn: ({ signal }) => partners.apps.installations({ params: { id }, query: asked, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The shops that have or had the app: found by name, a page at a time. */
export function InstallationsSection({ appId }: { appId: number }) {
  const { at, page, go } = usePlace(["shop"]);
  const query = useInstallations(appId, { page, query: at.shop });
  const hasSome = at.shop !== "" || (query.data?.total_count ?? 0) > 0;
  return (
    <Section
      title={words.title}
      actions={
        hasSome && (
          <SearchBox
            label={words.search}
            placeholder={words.searchHint}
            clear={words.clear}
            query={at.shop}
            onAsk={(shop, how) => go({ shop }, how)}
          />
        )
      }
    >
      <DataTable
        label={words.title}
        query={query}
        rows={(answer) => answer.installations}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/apps/${appId}/installations/${id}`}
        onPage={(to, how) => go({ page: to }, how)}
        empty={
          <NoRecords
            isNarrowed={at.shop !== ""}
            onShowAll={() => go({ shop: "" })}
            icon={IconBuildingStore}
            words={{ empty: words.empty, none: { ...words.none, text: words.none.text(at.shop) } }}
          />
        }
        columns={[
          {
            id: "shop",
            header: words.shop,
            cell: (row) => <TwoLines first={row.store_name} second={row.shop} />,
          },
          { id: "status", header: words.status, cell: (row) => <InstallationBadge status={row.status} /> },
          { id: "since", header: words.since, cell: (row) => <Timestamp at={row.installed_at} /> },
          { id: "until", header: words.until, cell: (row) => <Until at={row.uninstalled_at} /> },
          { id: "scopes", header: words.scopes, cell: (row) => <ScopesCell scopes={row.scopes} /> },
        ]}
      />
    </Section>
  );
}

function Until({ at }: { at: string | null }) {
  return at === null ? <span>–</span> : <Timestamp at={at} />;
}
