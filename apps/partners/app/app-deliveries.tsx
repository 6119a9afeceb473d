import { Stack, Text, Title } from "@mantine/core";
import { Answered, Section, TimeBars, usePartnerConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { InstallationCounts } from "../apps/installation-counts.tsx";
import type { AppSummary } from "../records.ts";
import { strings } from "../strings.ts";

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
  const hasAny = deliveries.some(({ succeeded, failed }) => succeeded + failed > 0);
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <Title order={3}>{strings.app.installationsNow}</Title>
        <InstallationCounts counts={installations} />
      </Stack>
      {hasAny ? <Drawn deliveries={deliveries} /> : <NoDeliveries />}
    </Stack>
  );
}

function Drawn({ deliveries }: Pick<AppSummary, "deliveries">) {
  const { succeeded, failed } = strings.day;
  return (
    <TimeBars
      label={strings.app.deliveries}
      step="hour"
      timezone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      kinds={[
        { id: "succeeded", label: succeeded },
        { id: "failed", label: failed },
      ]}
      buckets={deliveries.map(({ hour, ...counts }) => ({ at: hour, counts }))}
    />
  );
}

function NoDeliveries() {
  return (
    <div>
      <Title order={3}>{strings.app.deliveries}</Title>
      <Text c="dimmed">{strings.day.none}</Text>
    </div>
  );
}
