import { Title } from "@mantine/core";
import { formatNumber, LongText, Metrics, StatusBadge, Timestamp, type Tone } from "@souk/ui";
import { texts } from "../../texts.ts";
import { LoadedTable } from "../loaded-table.tsx";
import type { StaffHealth } from "../records.ts";
import { describeOldest } from "./format-age.ts";
import { formatCount } from "./format-count.ts";

const words = texts.staff.health.emails;

/** The number at which the platform stops counting waiting emails. */
const maxWaiting = 10_000;

/** The number at which the platform stops counting failed emails. */
const maxFailed = 1_000;

const tones = { reachable: "good", unreachable: "danger", missing: "warn" } as const satisfies Record<
  string,
  Tone
>;

type Emails = NonNullable<StaffHealth["emails"]>;

/** Show the email queue, the SMTP server, and why emails failed. */
export function EmailsSection({ emails, now }: { emails: Emails; now: number }) {
  const { smtp, smtp_error, waiting_count, oldest_waiting_at, last_sent_at, failed_count, failures } = emails;
  return (
    <>
      <Metrics
        metrics={[
          {
            label: words.server,
            value: <StatusBadge tone={tones[smtp]}>{words.servers[smtp]}</StatusBadge>,
            note: smtp_error ?? "",
          },
          {
            label: words.waiting,
            value: formatCount(waiting_count, maxWaiting),
            ...describeOldest(oldest_waiting_at, now),
          },
          { label: words.lastSent, value: <Timestamp at={last_sent_at} /> },
          { label: words.failed, value: formatCount(failed_count, maxFailed) },
        ]}
      />
      {failures.length > 0 && <Failures failures={failures} />}
    </>
  );
}

function Failures({ failures }: Pick<Emails, "failures">) {
  return (
    <>
      <Title order={3}>{words.failures}</Title>
      <LoadedTable
        label={words.failures}
        records={failures}
        getKey={({ kind, store, reason }) => `${kind} ${store?.id} ${reason}`}
        columns={[
          { id: "kind", header: words.kind, cell: ({ kind }) => kind },
          { id: "store", header: words.store, cell: ({ store }) => store?.handle ?? words.noStore },
          {
            id: "reason",
            header: words.reason,
            cell: ({ reason }) => <LongText text={reason} maxLength={120} />,
          },
          { id: "count", header: words.count, align: "end", cell: ({ count }) => formatNumber(count) },
          { id: "latest", header: words.latest, cell: ({ latest_at }) => <Timestamp at={latest_at} /> },
        ]}
      />
    </>
  );
}
