import { Alert } from "@mantine/core";
import { PageFrame, QueryBoundary } from "@souk/ui";
import { IconInfoCircle } from "@tabler/icons-react";
import { useApp } from "../app/app-queries.ts";
import { InstallationBadge } from "../app/installation-badge.tsx";
import type { AppInstallation } from "../records.ts";
import { texts } from "../texts.ts";
import { toPartnerPage } from "../to-partner-page.ts";
import { DeliveriesSection } from "./deliveries-section.tsx";
import { DeliveryHours } from "./delivery-hours.tsx";
import { InstallationDetails } from "./installation-details.tsx";
import { useInstallation, useInstallationIds } from "./one-installation.ts";
import { WebhooksSection } from "./webhooks-section.tsx";

/** Show one store that has or had the app: its scopes, subscriptions and deliveries. */
export function InstallationPage() {
  const ids = useInstallationIds();
  const query = useInstallation(ids);
  const app = useApp(ids.id).data?.app;
  const installation = query.data?.installation;
  const words = texts.installation.installation;
  return (
    <PageFrame
      title={installation?.store_name ?? words.loadingTitle}
      breadcrumbs={[
        { label: texts.nav.apps, to: toPartnerPage("/") },
        { label: app?.name ?? texts.app.loadingTitle, to: toPartnerPage("/apps/$id", { id: ids.id }) },
      ]}
      {...(installation ? { badge: <InstallationBadge status={installation.status} /> } : {})}
      wide
    >
      <QueryBoundary query={query}>
        {(response) => (
          <>
            <StatusNote status={response.installation.status} />
            <InstallationDetails installation={response.installation} />
            <WebhooksSection ids={ids} />
            <DeliveryHours ids={ids} />
            <DeliveriesSection ids={ids} canReplay={response.installation.status === "enabled"} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function StatusNote({ status }: Pick<AppInstallation, "status">) {
  const words = texts.installation.installation;
  if (status === "enabled") return null;
  return (
    <Alert role="note" color={status === "disabled" ? "yellow" : "gray"} icon={<IconInfoCircle size={20} />}>
      {status === "disabled" ? words.disabled : words.ended}
    </Alert>
  );
}
