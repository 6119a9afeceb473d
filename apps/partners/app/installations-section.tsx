import { Stack, Text } from "@mantine/core";
import { DataTable, EmptyState, Section, Timestamp, usePartnerConsole, usePlace } from "@souk/ui";
import { IconBuildingStore, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AppInstallation } from "../records.ts";
import { strings } from "../strings.ts";
import { InstallationBadge } from "./installation-badge.tsx";
import { ScopesCell } from "./scopes-cell.tsx";
import { SearchField } from "./search-field.tsx";

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
          <SearchField
            label={words.search}
            hint={words.searchHint}
            value={at.shop}
            onChange={(shop) => go({ shop })}
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
        onPage={(to) => go({ page: to })}
        empty={<NoInstallations query={at.shop} />}
        columns={[
          { id: "shop", header: words.shop, cell: (row) => <Shop installation={row} /> },
          { id: "status", header: words.status, cell: (row) => <InstallationBadge status={row.status} /> },
          { id: "since", header: words.since, cell: (row) => <Timestamp at={row.installed_at} /> },
          { id: "until", header: words.until, cell: (row) => <Until at={row.uninstalled_at} /> },
          { id: "scopes", header: words.scopes, cell: (row) => <ScopesCell scopes={row.scopes} /> },
        ]}
      />
    </Section>
  );
}

function Shop({ installation: { store_name, shop } }: { installation: AppInstallation }) {
  return (
    <Stack gap={0} component="span">
      <span>{store_name}</span>
      <Text component="span" size="sm" c="dimmed" fw={400}>
        {shop}
      </Text>
    </Stack>
  );
}

function Until({ at }: { at: string | null }) {
  return at === null ? <span>–</span> : <Timestamp at={at} />;
}

function NoInstallations({ query }: { query: string }) {
  if (query === "")
    return (
      <EmptyState icon={IconBuildingStore} title={words.emptyTitle}>
        {words.empty}
      </EmptyState>
    );
  return (
    <EmptyState icon={IconSearch} title={words.nothingFound}>
      {words.nothingFoundText(query)}
    </EmptyState>
  );
}
