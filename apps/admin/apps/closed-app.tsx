import { EmptyState, LinkButton, PageFrame, useStore } from "@souk/ui";
import { IconApps } from "@tabler/icons-react";
import type { InstalledApp } from "./app-queries.ts";
import { AppStatus } from "./app-status.tsx";
import { detailsStrings } from "./details-strings.ts";

interface ClosedAppProps {
  app: InstalledApp;
  breadcrumbs: { label: string; to: string }[];
}

/** Says why an installed app cannot be opened, and leads to where that can be changed. */
export function ClosedApp({ app, breadcrumbs }: ClosedAppProps) {
  const { handle } = useStore();
  const { title, text } = reasonOf(app);
  const details = (
    <LinkButton to={`/${handle}/apps/installed/${app.client_id}/details`}>
      {detailsStrings.toDetails}
    </LinkButton>
  );
  return (
    <PageFrame title={app.name} breadcrumbs={breadcrumbs} badge={<AppStatus app={app} />}>
      <EmptyState icon={IconApps} title={title(app.name)} action={details}>
        {text}
      </EmptyState>
    </PageFrame>
  );
}

function reasonOf({ status, suspended }: InstalledApp) {
  if (suspended !== null) return detailsStrings.suspended;
  if (status === "enabled") return detailsStrings.pageless;
  return detailsStrings[status];
}
