import { EmptyState, LinkButton, PageFrame, QueryBoundary } from "@souk/ui";
import { IconAppsOff } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import type { InstalledApp } from "./app-queries.ts";

interface InstalledAppPageProps {
  query: UseQueryResult<InstalledApp | null>;
  children: (app: InstalledApp) => ReactNode;
}

/** Show the content for an installed app once it is loaded; if the app is not installed, say so. */
export function InstalledAppPage({ query, children }: InstalledAppPageProps) {
  const lastKnownName = useRef<string>(null);
  if (query.data) {
    lastKnownName.current = query.data.name;
    return children(query.data);
  }
  return (
    <PageFrame title={lastKnownName.current ?? texts.apps.title}>
      <QueryBoundary query={query}>
        {() => <AppNotFound lastKnownName={lastKnownName.current} />}
      </QueryBoundary>
    </PageFrame>
  );
}

/**
 * Show that the app is not installed.
 * @param lastKnownName the app's name if it was uninstalled while this page was open, otherwise null
 */
function AppNotFound({ lastKnownName }: { lastKnownName: string | null }) {
  const { uninstalled, absent } = texts.appsDetails;
  return (
    <EmptyState
      icon={IconAppsOff}
      title={lastKnownName === null ? absent.title : uninstalled.title({ app: lastKnownName })}
      action={<LinkButton to={toStorePage("/apps")}>{uninstalled.back}</LinkButton>}
    >
      {lastKnownName === null ? absent.text : uninstalled.text}
    </EmptyState>
  );
}
