import { QueryBoundary, Section, usePartnerConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { HourBars } from "../app/hour-bars.tsx";
import { texts } from "../texts.ts";
import type { InstallationIds } from "./one-installation.ts";

const words = texts.installation.hours;
const refetchIntervalMs = 60_000;

/** Show a chart of the deliveries to this installation in each of the last 24 hours. */
export function DeliveryHours({ ids }: { ids: InstallationIds }) {
  const partners = usePartnerConsole();
  const query = useQuery({
    queryKey: ["delivery_hours", ids],
    queryFn: ({ signal }) => partners.app_installations.delivery_hours({ params: ids, signal }),
    refetchInterval: refetchIntervalMs,
  });
  return (
    <Section title={words.title}>
      <QueryBoundary query={query}>
        {({ delivery_hours }) => <HourBars label={words.label} hours={delivery_hours} />}
      </QueryBoundary>
    </Section>
  );
}
