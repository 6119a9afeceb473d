import { Text } from "@mantine/core";
import { Answered, Section, TimeBars, usePartnerConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import type { InstallationIds } from "./one-installation.ts";
import { strings } from "./strings.ts";

const words = strings.hours;
const lookEvery = 60_000;

/** How sending to this installation went in each of the last 24 hours, drawn. */
export function DeliveryHours({ ids: params }: { ids: InstallationIds }) {
  const partners = usePartnerConsole();
  const query = useQuery({
    queryKey: ["delivery_hours", params],
    queryFn: ({ signal }) => partners.app_installations.delivery_hours({ params, signal }),
    refetchInterval: lookEvery,
  });
  return (
    <Section title={words.title}>
      <Answered query={query}>
        {({ delivery_hours }) =>
          delivery_hours.some(({ succeeded, failed }) => succeeded + failed > 0) ? (
            <TimeBars
              label={words.label}
              step="hour"
              timezone={Intl.DateTimeFormat().resolvedOptions().timeZone}
              kinds={[
                { id: "succeeded", label: words.succeeded },
                { id: "failed", label: words.failed },
              ]}
              buckets={delivery_hours.map(({ hour, ...counts }) => ({ at: hour, counts }))}
            />
          ) : (
            <Text c="dimmed">{words.none}</Text>
          )
        }
      </Answered>
    </Section>
  );
}
