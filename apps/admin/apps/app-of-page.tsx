import { Answered, EmptyState, LinkButton, PageFrame, useStore } from "@souk/ui";
import { IconAppsOff } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { InstalledApp } from "./app-queries.ts";
import { detailsStrings } from "./details-strings.ts";
import { strings } from "./strings.ts";

interface AppOfPageProps {
  query: UseQueryResult<InstalledApp | null>;
  children: (app: InstalledApp) => ReactNode;
}

/** The page of one installed app: what it shows, or that the app is gone. */
export function AppOfPage({ query, children }: AppOfPageProps) {
  const name = useRef<string>(null);
  if (query.data) {
    name.current = query.data.name;
    return children(query.data);
  }
  return (
    <PageFrame title={name.current ?? strings.title}>
      <Answered query={query}>{() => <Absent name={name.current} />}</Answered>
    </PageFrame>
  );
}

/** @param name the app's, when it was there a moment ago */
function Absent({ name }: { name: string | null }) {
  const { handle } = useStore();
  const { gone, absent } = detailsStrings;
  return (
    <EmptyState
      icon={IconAppsOff}
      title={name === null ? absent.title : gone.title(name)}
      action={<LinkButton to={`/${handle}/apps`}>{gone.back}</LinkButton>}
    >
      {name === null ? absent.text : gone.text}
    </EmptyState>
  );
}
