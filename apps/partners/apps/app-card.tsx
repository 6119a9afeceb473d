import { Card, Title } from "@mantine/core";
import { AppLink, StatusBadge } from "@souk/ui";
import type { AppSummary, PartnerApp } from "../records.ts";
import { strings } from "../strings.ts";
import styles from "./app-card.module.css";
import { DeliveryDay } from "./delivery-day.tsx";
import { InstallationCounts } from "./installation-counts.tsx";

interface AppCardProps {
  app: PartnerApp;
  /** Undefined while it is asked for. */
  summary: AppSummary | undefined;
  /** It could not be had. */
  isUnknown: boolean;
}

/** One app of the list: its name, who has it, its deliveries of the last day. */
export function AppCard({ app, summary, isUnknown }: AppCardProps) {
  const { suspended, embedded, tab } = strings.apps;
  return (
    <Card component="article" aria-label={app.name} className={styles["card"]}>
      <div className={styles["name"]}>
        <Title order={2} className={styles["title"]}>
          <AppLink to={`/apps/${app.id}`}>{app.name}</AppLink>
        </Title>
        {app.suspended !== null && <StatusBadge tone="danger">{suspended}</StatusBadge>}
        <p className={styles["soft"]}>
          {app.handle} · {app.embedded ? embedded : tab}
        </p>
      </div>
      <InstallationCounts counts={summary?.installations} />
      <div className={styles["day"]}>
        {isUnknown && summary === undefined ? (
          <p className={styles["soft"]}>{strings.day.unknown}</p>
        ) : (
          <DeliveryDay hours={summary?.deliveries} />
        )}
      </div>
    </Card>
  );
}
