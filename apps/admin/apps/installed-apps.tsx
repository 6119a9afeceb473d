import { DataTable, EmptyState, LinkButton, Section, Timestamp, TwoLines, useStore } from "@souk/ui";
import { IconApps } from "@tabler/icons-react";
import { useState } from "react";
import { type InstalledApp, useInstalledApps } from "./app-queries.ts";
import { AppStatus } from "./app-status.tsx";
import { strings } from "./strings.ts";

/** The apps that the shop has, each with the way into it. */
export function InstalledApps() {
  const { handle } = useStore();
  const [page, setPage] = useState(1);
  const query = useInstalledApps(page);
  const { columns } = strings;
  return (
    <Section title={strings.installed}>
      <DataTable
        label={strings.list}
        query={query}
        rows={(answer) => answer.apps}
        keyOf={(app) => app.id}
        linkOf={(app) => `/${handle}/apps/installed/${app.client_id}/details`}
        onPage={setPage}
        empty={
          <EmptyState icon={IconApps} title={strings.none.title}>
            {strings.none.text}
          </EmptyState>
        }
        columns={[
          { id: "app", header: columns.app, cell: (app) => <AppName app={app} /> },
          { id: "status", header: columns.status, cell: (app) => <AppStatus app={app} /> },
          { id: "scopes", header: columns.scopes, cell: (app) => strings.access(app.scopes.length) },
          { id: "since", header: columns.since, cell: (app) => <Timestamp at={app.installed_at} /> },
          {
            id: "open",
            header: strings.open,
            align: "end",
            cell: (app) => <OpenButton app={app} handle={handle} />,
          },
        ]}
      />
    </Section>
  );
}

function AppName({ app }: { app: InstalledApp }) {
  const maker = app.kind === "custom" ? strings.custom : strings.by(app.partner_name ?? "");
  return <TwoLines first={app.name} second={maker} />;
}

function OpenButton({ app, handle }: { app: InstalledApp; handle: string }) {
  const opens = app.status === "enabled" && app.has_page && app.suspended === null;
  if (!opens) return null;
  return (
    <LinkButton
      size="xs"
      variant="default"
      to={`/${handle}/apps/installed/${app.client_id}`}
      document
      aria-label={strings.openApp(app.name)}
    >
      {strings.open}
    </LinkButton>
  );
}
