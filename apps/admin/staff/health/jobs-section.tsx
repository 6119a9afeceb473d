import { Title } from "@mantine/core";
import { formatNumber, LongText, Metrics, Timestamp } from "@souk/ui";
import { texts } from "../../texts.ts";
import { LoadedTable } from "../loaded-table.tsx";
import type { StaffHealth } from "../records.ts";
import { describeOldest } from "./format-age.ts";
import { formatCount } from "./format-count.ts";

const words = texts.staff.health.jobs;

/** The number at which the platform stops counting waiting jobs. */
const maxJobs = 10_000;

type Jobs = NonNullable<StaffHealth["jobs"]>;

/** Show how many exports and imports are running, waiting and failed, the number of jobs of each store, and the failed jobs. */
export function JobsSection({ jobs, now }: { jobs: Jobs; now: number }) {
  const { running_count, waiting_count, oldest_waiting_at, failed_count, stores, failed } = jobs;
  return (
    <>
      <Metrics
        metrics={[
          { label: words.running, value: formatNumber(running_count) },
          {
            label: words.waiting,
            value: formatCount(waiting_count, maxJobs),
            ...describeOldest(oldest_waiting_at, now),
          },
          { label: words.failed, value: formatNumber(failed_count) },
        ]}
      />
      {stores.length > 0 && (
        <>
          <Title order={3}>{words.byStore}</Title>
          <LoadedTable
            label={words.byStore}
            records={stores}
            getKey={({ id }) => id}
            columns={[
              { id: "store", header: words.store, cell: ({ handle }) => handle },
              {
                id: "running",
                header: words.running,
                align: "end",
                cell: (store) => formatNumber(store.running_count),
              },
              {
                id: "waiting",
                header: words.waiting,
                align: "end",
                cell: (store) => formatNumber(store.waiting_count),
              },
            ]}
          />
        </>
      )}
      {failed.length > 0 && <FailedJobs failed={failed} />}
    </>
  );
}

function FailedJobs({ failed }: Pick<Jobs, "failed">) {
  return (
    <>
      <Title order={3}>{words.failures}</Title>
      <LoadedTable
        label={words.failures}
        records={failed}
        getKey={({ kind, id, store }) => `${kind} ${store.id} ${id}`}
        columns={[
          { id: "kind", header: words.kind, cell: ({ kind, id }) => words.kinds[kind]({ id: String(id) }) },
          { id: "store", header: words.store, cell: ({ store }) => store.handle },
          {
            id: "error",
            header: words.error,
            cell: ({ error }) => <LongText text={error ?? "–"} maxLength={120} />,
          },
          { id: "at", header: words.at, cell: ({ at }) => <Timestamp at={at} /> },
        ]}
      />
    </>
  );
}
