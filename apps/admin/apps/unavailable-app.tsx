import type { PageUrl } from "@souk/contract";
import { EmptyState, LinkButton, PageFrame } from "@souk/ui";
import { IconApps } from "@tabler/icons-react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import type { InstalledApp } from "./app-queries.ts";
import { AppStatus } from "./app-status.tsx";

interface UnavailableAppProps {
  app: InstalledApp;
  breadcrumbs: { label: string; to: PageUrl }[];
}

/** Show why an installed app cannot be opened, with a link to its details, where it can be enabled. */
export function UnavailableApp({ app, breadcrumbs }: UnavailableAppProps) {
  const { title, text } = getUnavailableReason(app);
  const details = (
    <LinkButton to={toStorePage("/apps/installed/$client_id/details", { client_id: app.client_id })}>
      {texts.appsDetails.toDetails}
    </LinkButton>
  );
  return (
    <PageFrame title={app.name} breadcrumbs={breadcrumbs} badge={<AppStatus app={app} />}>
      <EmptyState icon={IconApps} title={title({ app: app.name })} action={details}>
        {text}
      </EmptyState>
    </PageFrame>
  );
}

function getUnavailableReason({ status, suspended, has_access }: InstalledApp) {
  if (!has_access) return texts.appsDetails.notAllowed;
  if (suspended !== null) return texts.appsDetails.suspended;
  if (status === "enabled") return texts.appsDetails.noPage;
  return texts.appsDetails[status];
}
