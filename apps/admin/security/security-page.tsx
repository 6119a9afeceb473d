import { Anchor, Stack } from "@mantine/core";
import { PageLink, useAdminConsole, useList } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { toStorePage } from "../page-urls.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { texts } from "../texts.ts";
import type { SecurityEvent } from "./describe-event.ts";
import { eventList } from "./event-list.ts";
import { EventsTable } from "./events-table.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { storeEventKinds } from "./store-event-kinds.ts";

/** Show the security log of the store: who got or lost access, and what was exported. */
export function SecurityPage() {
  return (
    <SettingsFrame title={texts.security.title} lead={texts.security.lead}>
      <SecurityLog />
    </SettingsFrame>
  );
}

function SecurityLog() {
  const admin = useAdminConsole();
  const list = useList(eventList);
  const query = useQuery({
    queryKey: ["security_events", list.query],
    queryFn: ({ signal }) => admin.security_events.list({ query: list.query, signal }),
    placeholderData: keepPreviousData,
  });
  const lastColumn = {
    header: texts.security.columns.changes,
    cell: (event: SecurityEvent) => <ChangesLink event={event} />,
  };
  return (
    <Stack>
      <KindFilter list={list} kinds={storeEventKinds} />
      <EventsTable query={query} list={list} lastColumn={lastColumn} />
    </Stack>
  );
}

/** Show a link to the audit log with the changes that the event's request made. Show nothing for an event without a request. */
function ChangesLink({ event: { request_id } }: { event: SecurityEvent }) {
  if (request_id === "") return null;
  return (
    <Anchor component={PageLink} to={toStorePage("/settings/audit-log", {}, { request: request_id })} inherit>
      {texts.security.viewChanges}
    </Anchor>
  );
}
