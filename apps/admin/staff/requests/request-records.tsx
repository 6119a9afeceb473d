import { Anchor } from "@mantine/core";
import { type Column, EmptyState, formatNumber, PageLink, Section, Timestamp } from "@souk/ui";
import { texts } from "../../texts.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { getTargetPage, type StaffRequest } from "../records.ts";
import { describeActor } from "./describe-actor.ts";

const words = texts.staff.requests;
const { columns } = words;
const { resources } = texts.audit;

type Change = StaffRequest["changes"][number];
type StockChange = StaffRequest["stock_changes"][number];
type Event = StaffRequest["events"][number];

const atColumn: Column<{ at: string }> = {
  id: "at",
  header: columns.at,
  cell: ({ at }) => <Timestamp at={at} absolute />,
};

const storeColumn: Column<{ store: Change["store"] }> = {
  id: "store",
  header: columns.store,
  cell: ({ store }) =>
    store === null ? (
      words.noStore
    ) : (
      <Anchor component={PageLink} to={getTargetPage({ kind: "store", id: store.id })}>
        {store.handle}
      </Anchor>
    ),
};

const actorColumn: Column<{ actor: Change["actor"] }> = {
  id: "who",
  header: columns.who,
  cell: ({ actor }) => describeActor(actor),
};

/** Return the name of a kind of record, or the kind itself if a later release has added it. */
function getResourceName(resource: string): string {
  return (resources as Readonly<Record<string, string>>)[resource] ?? resource;
}

/** Show the changes that a request made to records. */
export function ChangesSection({ changes }: { changes: readonly Change[] }) {
  return (
    <Section title={words.changes} lead={words.changesLead}>
      <LoadedTable
        label={words.changes}
        records={changes.map((change, index) => ({ ...change, index }))}
        getKey={({ index }) => index}
        empty={<EmptyState title={words.noChanges} />}
        columns={[
          atColumn,
          storeColumn,
          actorColumn,
          { id: "action", header: columns.action, cell: ({ action }) => words.actions[action] },
          {
            id: "what",
            header: columns.what,
            cell: ({ resource, resource_id }) =>
              words.record({ resource: getResourceName(resource), id: String(resource_id) }),
          },
        ]}
      />
    </Section>
  );
}

/** Show the changes that a request made to stock. */
export function StockSection({ changes }: { changes: readonly StockChange[] }) {
  return (
    <Section title={words.stock}>
      <LoadedTable
        label={words.stock}
        records={changes.map((change, index) => ({ ...change, index }))}
        getKey={({ index }) => index}
        columns={[
          atColumn,
          storeColumn,
          actorColumn,
          { id: "variant", header: columns.variant, cell: ({ variant_id }) => variant_id },
          { id: "location", header: columns.location, cell: ({ location_id }) => location_id },
          { id: "quantity", header: columns.quantity, cell: ({ quantity }) => quantity },
          {
            id: "change",
            header: columns.change,
            align: "end",
            cell: ({ change }) => formatNumber(change),
          },
        ]}
      />
    </Section>
  );
}

/** Show the events that a request published. */
export function EventsSection({ events }: { events: readonly Event[] }) {
  return (
    <Section title={words.events}>
      <LoadedTable
        label={words.events}
        records={events}
        getKey={({ store, sequence }) => `${store?.id} ${sequence}`}
        columns={[
          atColumn,
          storeColumn,
          { id: "topic", header: columns.topic, cell: ({ topic }) => topic },
          { id: "what", header: columns.what, cell: ({ resource_id }) => resource_id ?? "–" },
          { id: "sequence", header: columns.sequence, align: "end", cell: ({ sequence }) => sequence },
        ]}
      />
    </Section>
  );
}
