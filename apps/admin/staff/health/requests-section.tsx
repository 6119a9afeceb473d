import { Anchor, Text, Title } from "@mantine/core";
import { LongText, PageLink, TimeBars, Timestamp } from "@souk/ui";
import { toStaffPage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { LoadedTable } from "../loaded-table.tsx";
import type { StaffHealth } from "../records.ts";

const words = texts.staff.health.requests;

/** Show the server errors of the last hour as bars, and the latest failed requests with links to their details. */
export function RequestsSection({ requests }: { requests: NonNullable<StaffHealth["requests"]> }) {
  const { server_error_count, periods, latest } = requests;
  if (server_error_count === 0) return <Text c="dimmed">{words.noErrors}</Text>;
  return (
    <>
      <TimeBars
        label={words.chart}
        // Label the bars with times of day, not only with dates. Each bar stands for 6 minutes.
        step="hour"
        timezone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        kinds={[{ id: "server_errors", label: words.serverErrors }]}
        buckets={periods.map(({ start, server_errors }) => ({ at: start, counts: { server_errors } }))}
      />
      <Title order={3}>{words.latest}</Title>
      <LoadedTable
        label={words.latest}
        records={latest}
        getKey={({ request_id }) => request_id}
        columns={[
          { id: "at", header: words.at, cell: ({ at }) => <Timestamp at={at} /> },
          {
            id: "request",
            header: words.request,
            cell: ({ request_id }) => (
              <Anchor component={PageLink} to={toStaffPage("/requests", {}, { request_id })}>
                {request_id}
              </Anchor>
            ),
          },
          {
            id: "operation",
            header: words.operation,
            cell: ({ operation, status }) => `${operation ?? "–"} · ${status}`,
          },
          {
            id: "error",
            header: words.error,
            cell: ({ error }) => <LongText text={error ?? "–"} maxLength={120} />,
          },
        ]}
      />
    </>
  );
}
