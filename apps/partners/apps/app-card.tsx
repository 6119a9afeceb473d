import { Card, Title } from "@mantine/core";
import { PageLink, StatusBadge } from "@souk/ui";
import type { AppSummary, PartnerApp } from "../records.ts";
import { texts } from "../texts.ts";
import { toPartnerPage } from "../to-partner-page.ts";
import styles from "./app-card.module.css";
import { DeliveryDay } from "./delivery-day.tsx";
import { InstallationCounts } from "./installation-counts.tsx";

interface AppCardProps {
  app: PartnerApp;
  /** The app's summary; undefined while loading. */
  summary: AppSummary | undefined;
  /** Whether the summary failed to load. */
  hasSummaryFailed: boolean;
}

/** Show one app of the list, with its name, its installations, and its deliveries in the last 24 hours. */
export function AppCard({ app, summary, hasSummaryFailed }: AppCardProps) {
  const { suspended, embedded, tab } = texts.apps;
  return (
    <Card component="article" aria-label={app.name} className={styles["card"]}>
      <div className={styles["name"]}>
        <Title order={2} className={styles["title"]}>
          <PageLink to={toPartnerPage("/apps/$id", { id: app.id })}>{app.name}</PageLink>
        </Title>
        {app.suspended !== null && <StatusBadge tone="danger">{suspended}</StatusBadge>}
        <p className={styles["soft"]}>
          {app.handle} · {app.embedded ? embedded : tab}
        </p>
      </div>
      <InstallationCounts counts={summary?.installations} />
      <div className={styles["day"]}>
        {hasSummaryFailed && summary === undefined ? (
          <p className={styles["soft"]}>{texts.day.unknown}</p>
        ) : (
          <DeliveryDay hours={summary?.deliveries} />
        )}
      </div>
    </Card>
  );
}
