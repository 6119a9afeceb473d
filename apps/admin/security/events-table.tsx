import { DataTable, NoRecords, Timestamp, TwoLines } from "@souk/ui";
import { IconShieldLock } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { texts } from "../texts.ts";
import { describeActor, describeKind, describeSubject, type SecurityEvent } from "./describe-event.ts";
import type { EventList } from "./event-list.ts";

interface EventsTableProps<E extends SecurityEvent> {
  query: UseQueryResult<{ security_events: E[] }>;
  list: EventList;
  /** The last column, which differs between the store's log and the platform's log. */
  lastColumn: { header: string; cell: (event: E) => ReactNode };
}

/** Show a list of security events as a table. */
export function EventsTable<E extends SecurityEvent>({ query, list, lastColumn }: EventsTableProps<E>) {
  const { columns } = texts.security;
  return (
    <DataTable
      label={texts.security.title}
      query={query}
      rows={({ security_events }) => security_events}
      getKey={({ id }) => id}
      onPage={list.goToPage}
      empty={
        <NoRecords
          isFiltered={list.isFiltered}
          onShowAll={list.clearFilters}
          icon={IconShieldLock}
          words={texts.security}
        />
      }
      columns={[
        { id: "at", header: columns.at, cell: ({ created_at }) => <Timestamp at={created_at} /> },
        {
          id: "what",
          header: columns.what,
          cell: (event) => <TwoLines first={describeKind(event)} second={describeSubject(event)} />,
        },
        { id: "who", header: columns.who, cell: describeActor },
        { id: "address", header: columns.address, cell: ({ client_address }) => client_address },
        { id: "last", ...lastColumn },
      ]}
    />
  );
}
