import { Text } from "@mantine/core";
import { DataTable, EmptyState, LinkButton, Section, Timestamp, TwoLines } from "@souk/ui";
import { IconApps } from "@tabler/icons-react";
import { useState } from "react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { type InstalledApp, useInstalledApps } from "./app-queries.ts";
import { AppStatus } from "./app-status.tsx";

/** Show the table of the store's installed apps, with a button that opens each app. */
export function InstalledApps() {
  const [page, setPage] = useState(1);
  const query = useInstalledApps(page);
  const { columns } = texts.apps;
  return (
    <Section title={texts.apps.installed}>
      <DataTable
        label={texts.apps.list}
        query={query}
        rows={(response) => response.apps}
        getKey={(app) => app.id}
        getLink={(app) => toStorePage("/apps/installed/$client_id/details", { client_id: app.client_id })}
        onPage={setPage}
        empty={
          <EmptyState icon={IconApps} title={texts.apps.none.title}>
            {texts.apps.none.text}
          </EmptyState>
        }
        columns={[
          { id: "app", header: columns.app, cell: (app) => <AppName app={app} /> },
          { id: "status", header: columns.status, cell: (app) => <AppStatus app={app} /> },
          {
            id: "scopes",
            header: columns.scopes,
            cell: (app) => texts.apps.access({ count: app.scopes.length }),
          },
          { id: "since", header: columns.since, cell: (app) => <Timestamp at={app.installed_at} /> },
          {
            id: "open",
            header: texts.apps.openColumn,
            align: "end",
            cell: (app) => <OpenButton app={app} />,
          },
        ]}
      />
    </Section>
  );
}

function AppName({ app }: { app: InstalledApp }) {
  const developer =
    app.kind === "custom" ? texts.apps.custom : texts.apps.by({ partner: app.partner_name ?? "" });
  return <TwoLines first={app.name} second={developer} />;
}

function OpenButton({ app }: { app: InstalledApp }) {
  const isOpenable = app.status === "enabled" && app.has_page && app.suspended === null;
  if (!isOpenable) return null;
  if (!app.has_access)
    return (
      <Text size="sm" c="dimmed">
        {texts.apps.noAccess}
      </Text>
    );
  return (
    <LinkButton
      size="xs"
      variant="default"
      to={toStorePage("/apps/installed/$client_id", { client_id: app.client_id })}
      reloadDocument
      aria-label={texts.apps.openApp({ app: app.name })}
    >
      {texts.apps.open}
    </LinkButton>
  );
}
