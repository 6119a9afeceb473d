import { Anchor, Text } from "@mantine/core";
import { EmptyState, formatNumber, LongText, PageLink, Timestamp, TwoLines } from "@souk/ui";
import { texts } from "../../texts.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { getTargetPage, type StaffHealth } from "../records.ts";
import { formatDuration } from "./format-age.ts";
import { formatCount } from "./format-count.ts";

const words = texts.staff.health.endpoints;

/** The number at which the platform stops counting the waiting deliveries of an endpoint. */
const maxWaiting = 1_000;

type Endpoints = NonNullable<StaffHealth["endpoints"]>;
type Endpoint = Endpoints["failing"][number];

/** Show the failing endpoints, each with its app, its error, its next attempt and the stores whose deliveries wait. */
export function EndpointsSection({ endpoints, now }: { endpoints: Endpoints; now: number }) {
  const { failing, failing_count } = endpoints;
  return (
    <>
      <LoadedTable
        label={texts.staff.health.parts.endpoints}
        records={failing}
        getKey={({ app, origin }) => `${app.id} ${origin}`}
        empty={<EmptyState title={words.none} />}
        columns={[
          {
            id: "app",
            header: words.app,
            cell: ({ app, origin }) => (
              <TwoLines
                first={
                  <Anchor component={PageLink} to={getTargetPage({ kind: "app", id: app.id })}>
                    {app.name}
                  </Anchor>
                }
                second={origin}
              />
            ),
          },
          {
            id: "since",
            header: words.since,
            cell: ({ failing_since }) => <Timestamp at={failing_since} />,
          },
          {
            id: "error",
            header: words.error,
            cell: ({ last_error }) => <LongText text={last_error ?? "–"} maxLength={100} />,
          },
          {
            id: "next",
            header: words.next,
            cell: ({ next_attempt_at }) => describeNextAttempt(next_attempt_at, now),
          },
          {
            id: "waiting",
            header: words.waiting,
            align: "end",
            cell: ({ waiting_count }) => formatCount(waiting_count, maxWaiting),
          },
          { id: "stores", header: words.stores, cell: describeStores },
        ]}
      />
      {failing_count > failing.length && (
        <Text c="dimmed" size="sm">
          {words.shown({ count: formatNumber(failing_count) })}
        </Text>
      )}
    </>
  );
}

function describeNextAttempt(at: string | null, now: number): string {
  if (at === null) return "–";
  const remainingMs = Date.parse(at) - now;
  return remainingMs > 0 ? words.nextIn({ time: formatDuration(remainingMs) }) : words.nextDue;
}

function describeStores({ stores, store_count }: Endpoint): string {
  if (stores.length === 0) return "–";
  const names = stores.map(({ handle }) => handle).join(", ");
  const moreCount = store_count - stores.length;
  return moreCount > 0 ? words.moreStores({ stores: names, count: formatNumber(moreCount) }) : names;
}
