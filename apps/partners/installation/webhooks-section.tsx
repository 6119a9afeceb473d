import { Text } from "@mantine/core";
import { DataTable, EmptyState, formatNumber, LongText, Section, StatusBadge, Timestamp } from "@souk/ui";
import { IconWebhook } from "@tabler/icons-react";
import { useState } from "react";
import type { InstallationWebhook } from "../records.ts";
import { texts } from "../texts.ts";
import { endpointTones, getEndpointState } from "./endpoint-health.ts";
import { EndpointNotes } from "./endpoint-notes.tsx";
import { type InstallationIds, useWebhooks } from "./one-installation.ts";
import { TopicName } from "./topic-name.tsx";
import styles from "./webhooks.module.css";

const words = texts.installation.webhooks;

/** Show the app's subscriptions in this store, with their health. */
export function WebhooksSection({ ids }: { ids: InstallationIds }) {
  const [page, setPage] = useState(1);
  const query = useWebhooks(ids, page);
  return (
    <Section title={words.title}>
      <EndpointNotes webhooks={query.data?.webhooks ?? []} />
      <DataTable
        label={words.title}
        query={query}
        rows={(response) => response.webhooks}
        getKey={({ id }) => id}
        onPage={setPage}
        empty={
          <EmptyState icon={IconWebhook} title={words.emptyTitle}>
            {words.empty}
          </EmptyState>
        }
        columns={[
          { id: "topic", header: words.topic, cell: (row) => <Topic webhook={row} /> },
          { id: "url", header: words.url, cell: ({ url }) => <LongText text={url} maxLength={60} /> },
          { id: "sending", header: words.sending, cell: (row) => <EndpointStatus webhook={row} /> },
          { id: "last", header: words.last, cell: ({ lane }) => <LastResponses lane={lane} /> },
        ]}
      />
    </Section>
  );
}

function Topic({ webhook: { topic, warnings = [] } }: { webhook: InstallationWebhook }) {
  return (
    <div className={styles["topic"]}>
      <Text component="span" fw={600}>
        <TopicName topic={topic} />
      </Text>
      {warnings.map((warning) => (
        <p key={warning} className={styles["warning"]}>
          {warning}
        </p>
      ))}
    </div>
  );
}

function EndpointStatus({ webhook: { lane, history } }: { webhook: InstallationWebhook }) {
  const { endpoint, pending_count } = lane;
  const state = endpoint === null ? "closed" : getEndpointState(endpoint);
  return (
    <div className={styles["sending"]}>
      <StatusBadge tone={endpointTones[state]}>{texts.installation.endpoint.states[state]}</StatusBadge>
      <span>{words.waiting({ count: formatNumber(pending_count) })}</span>
      {history && (
        <span>
          {words.history({ after: formatNumber(history.after), last: formatNumber(history.last_sequence) })}
        </span>
      )}
    </div>
  );
}

function LastResponses({ lane }: Pick<InstallationWebhook, "lane">) {
  const labeledTimes = [
    [words.success, lane.last_success_at],
    [words.failure, lane.last_failure_at],
  ] as const;
  return (
    <dl className={styles["last"]}>
      {labeledTimes.map(([label, at]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Timestamp at={at} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
