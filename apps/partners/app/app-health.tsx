import { Stack, Title } from "@mantine/core";
import { QueryBoundary, Section, usePartnerConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { InstallationCounts } from "../apps/installation-counts.tsx";
import type { AppSummary } from "../records.ts";
import { texts } from "../texts.ts";
import { HourBars, hasDeliveries } from "./hour-bars.tsx";

/** Show the app's health: its current installations, and a chart of its deliveries in the last 24 hours. */
export function AppHealth({ appId }: { appId: number }) {
  const partners = usePartnerConsole();
  const query = useQuery({
    queryKey: ["app_summaries", "of", appId],
    queryFn: ({ signal }) => partners.app_summaries.list({ query: { ids: appId }, signal }),
  });
  return (
    <Section title={texts.app.health}>
      <QueryBoundary query={query}>
        {({ app_summaries: [summary] }) =>
          summary === undefined ? null : <AppHealthContent summary={summary} />
        }
      </QueryBoundary>
    </Section>
  );
}

function AppHealthContent({ summary: { installations, deliveries } }: { summary: AppSummary }) {
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <Title order={3}>{texts.app.installationsNow}</Title>
        <InstallationCounts counts={installations} />
      </Stack>
      <div>
        {/* If there are deliveries, the chart shows this title itself. */}
        {!hasDeliveries(deliveries) && <Title order={3}>{texts.app.deliveries}</Title>}
        <HourBars label={texts.app.deliveries} hours={deliveries} />
      </div>
    </Stack>
  );
}
