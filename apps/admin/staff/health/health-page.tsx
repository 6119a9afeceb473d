import { Button, Group, Text } from "@mantine/core";
import { ErrorNote, PageFrame, QueryBoundary, Timestamp, useAdminConsole } from "@souk/ui";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { StaffHealth } from "../records.ts";
import { DeliveriesSection } from "./deliveries-section.tsx";
import { DiskSection } from "./disk-section.tsx";
import { EmailsSection } from "./emails-section.tsx";
import { EndpointsSection } from "./endpoints-section.tsx";
import { HealthSection } from "./health-section.tsx";
import { JobsSection } from "./jobs-section.tsx";
import { ProblemsSection } from "./problems-section.tsx";
import { RequestsSection } from "./requests-section.tsx";
import { DatabaseMetrics, ProcessesSection } from "./system-sections.tsx";

const words = texts.staff.health;
const refreshMs = 10_000;

/** Show the health of the platform: what needs attention, then each part with its numbers. */
export function HealthPage() {
  const admin = useAdminConsole();
  const [isPaused, setPaused] = useState(false);
  const query = useQuery({
    queryKey: ["staff", "health"],
    queryFn: ({ signal }) => admin.staff_health.get({ signal }),
    refetchInterval: isPaused ? false : refreshMs,
  });
  return (
    <PageFrame
      title={words.title}
      actions={
        <Button
          variant="default"
          leftSection={
            isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
          }
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? words.resume : words.pause}
        </Button>
      }
      wide
    >
      <QueryBoundary query={query}>
        {({ health }) => (
          <>
            <Group gap="xs">
              <Text c="dimmed" size="sm">
                {words.updated} <Timestamp at={health.at} />
              </Text>
              <Text c="dimmed" size="sm" role="status">
                {isPaused ? words.paused : words.live}
              </Text>
            </Group>
            {query.isError && <ErrorNote error={query.error} />}
            <Sections health={health} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function Sections({ health }: { health: StaffHealth }) {
  const { parts } = words;
  const now = Date.parse(health.at);
  return (
    <>
      <ProblemsSection problems={health.problems} now={now} />
      <HealthSection title={parts.requests} part={health.requests}>
        {(requests) => <RequestsSection requests={requests} />}
      </HealthSection>
      <HealthSection title={parts.deliveries} part={health.deliveries}>
        {(deliveries) => <DeliveriesSection deliveries={deliveries} now={now} />}
      </HealthSection>
      <HealthSection title={parts.endpoints} part={health.endpoints}>
        {(endpoints) => <EndpointsSection endpoints={endpoints} now={now} />}
      </HealthSection>
      <HealthSection title={parts.emails} part={health.emails}>
        {(emails) => <EmailsSection emails={emails} now={now} />}
      </HealthSection>
      <HealthSection title={parts.disk} part={health.disk}>
        {(disk) => <DiskSection disk={disk} />}
      </HealthSection>
      <HealthSection title={parts.jobs} part={health.jobs}>
        {(jobs) => <JobsSection jobs={jobs} now={now} />}
      </HealthSection>
      <HealthSection title={parts.processes} part={health.processes}>
        {(processes) => <ProcessesSection processes={processes} />}
      </HealthSection>
      <HealthSection title={parts.database} part={health.database}>
        {(database) => <DatabaseMetrics database={database} now={now} />}
      </HealthSection>
    </>
  );
}
