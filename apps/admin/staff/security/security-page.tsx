import { Anchor, Stack } from "@mantine/core";
import { type OperationResponse, type operations, securityEventKindNames } from "@souk/contract";
import { PageFrame, PageLink, useAdminConsole, useList } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { eventList } from "../../security/event-list.ts";
import { EventsTable } from "../../security/events-table.tsx";
import { KindFilter } from "../../security/kind-filter.tsx";
import { texts } from "../../texts.ts";
import { getTargetPage } from "../records.ts";

type StaffEvent = OperationResponse<typeof operations.listStaffSecurityEvents>["security_events"][number];

/** Show all security events of the platform. */
export function SecurityPage() {
  const admin = useAdminConsole();
  const list = useList(eventList);
  const query = useQuery({
    queryKey: ["staff", "security_events", list.query],
    queryFn: ({ signal }) => admin.staff_security_events.list({ query: list.query, signal }),
    placeholderData: keepPreviousData,
  });
  const lastColumn = {
    header: texts.security.columns.target,
    cell: (event: StaffEvent) => <TargetLink event={event} />,
  };
  return (
    <PageFrame title={texts.security.title} lead={texts.security.platformLead} wide>
      <Stack>
        <KindFilter list={list} kinds={securityEventKindNames} />
        <EventsTable query={query} list={list} lastColumn={lastColumn} />
      </Stack>
    </PageFrame>
  );
}

/** Show a link to the store or the partner that an event concerns. Show nothing if it concerns neither. */
function TargetLink({ event: { store, partner } }: { event: StaffEvent }) {
  const target = store ?? partner;
  if (target === null) return null;
  return (
    <Anchor
      component={PageLink}
      to={getTargetPage({ kind: store === null ? "partner" : "store", id: target.id })}
      inherit
    >
      {target.name}
    </Anchor>
  );
}
