import { Text } from "@mantine/core";
import { DataTable, EmptyState, formatNumber, LongText, Section, Timestamp } from "@souk/ui";
import { IconWebhook } from "@tabler/icons-react";
import { useState } from "react";
import type { InstallationWebhook } from "../records.ts";
import { strings } from "../strings.ts";
import { type InstallationIds, useWebhooks } from "./one-installation.ts";
import { TopicName } from "./topic-name.tsx";
import styles from "./webhooks.module.css";

const words = strings.webhooks;

/** What the app has subscribed to in this shop, and how sending it goes. */
export function WebhooksSection({ ids }: { ids: InstallationIds }) {
  const [page, setPage] = useState(1);
  const query = useWebhooks(ids, page);
  return (
    <Section title={words.title}>
      <DataTable
        label={words.title}
        query={query}
        rows={(answer) => answer.webhooks}
        keyOf={({ id }) => id}
        onPage={setPage}
        empty={
          <EmptyState icon={IconWebhook} title={words.emptyTitle}>
            {words.empty}
          </EmptyState>
        }
        columns={[
          { id: "topic", header: words.topic, cell: (row) => <Topic webhook={row} /> },
          { id: "url", header: words.url, cell: ({ url }) => <LongText text={url} most={60} /> },
          {
            id: "pending",
            header: words.pending,
            align: "end",
            cell: ({ lane }) => formatNumber(lane.pending_count),
          },
          { id: "last", header: words.last, cell: ({ lane }) => <LastAnswers lane={lane} /> },
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

function LastAnswers({ lane }: Pick<InstallationWebhook, "lane">) {
  const shown = [
    [words.success, lane.last_success_at],
    [words.failure, lane.last_failure_at],
  ] as const;
  return (
    <dl className={styles["last"]}>
      {shown.map(([word, at]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>
            <Timestamp at={at} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
