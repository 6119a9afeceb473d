import { Stack, Title } from "@mantine/core";
import { Answered, Section, usePartnerConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { InstallationCounts } from "../apps/installation-counts.tsx";
import type { AppSummary } from "../records.ts";
import { strings } from "../strings.ts";
import { HourBars, hasDeliveries } from "./hour-bars.tsx";

/** How the app fares: who has it now, and its deliveries of the last 24 hours, drawn. */
export function AppDeliveries({ appId }: { appId: number }) {
  const partners = usePartnerConsole();
  const query = useQuery({
    queryKey: ["app_summaries", "of", appId],
    queryFn: ({ signal }) => partners.app_summaries.list({ query: { ids: appId }, signal }),
  });
  return (
    <Section title={strings.app.fares}>
      <Answered query={query}>
        {({ app_summaries: [summary] }) => (summary === undefined ? null : <Fares summary={summary} />)}
      </Answered>
    </Section>
  );
}

function Fares({ summary: { installations, deliveries } }: { summary: AppSummary }) {
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <Title order={3}>{strings.app.installationsNow}</Title>
        <InstallationCounts counts={installations} />
      </Stack>
      <div>
        {!hasDeliveries(deliveries) && <Title order={3}>{strings.app.deliveries}</Title>}
        <HourBars label={strings.app.deliveries} hours={deliveries} />
      </div>
    </Stack>
  );
}
