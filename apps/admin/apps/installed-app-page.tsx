import { Answered, EmptyState, LinkButton, PageFrame } from "@souk/ui";
import { IconAppsOff } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import type { InstalledApp } from "./app-queries.ts";

interface AppOfPageProps {
  query: UseQueryResult<InstalledApp | null>;
  children: (app: InstalledApp) => ReactNode;
}

/** Show the page of one installed app, or that the app is gone. */
export function AppOfPage({ query, children }: AppOfPageProps) {
  const name = useRef<string>(null);
  if (query.data) {
    name.current = query.data.name;
    return children(query.data);
  }
  return (
    <PageFrame title={name.current ?? texts.apps.title}>
      <Answered query={query}>{() => <Absent name={name.current} />}</Answered>
    </PageFrame>
  );
}

/** @param name the app's, when it was there a moment ago */
function Absent({ name }: { name: string | null }) {
  const { uninstalled, absent } = texts.appsDetails;
  return (
    <EmptyState
      icon={IconAppsOff}
      title={name === null ? absent.title : uninstalled.title({ app: name })}
      action={<LinkButton to={toStorePage("/apps")}>{uninstalled.back}</LinkButton>}
    >
      {name === null ? absent.text : uninstalled.text}
    </EmptyState>
  );
}
