import { LoadingState, PageFrame, usePlace, useStore } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo } from "react";
import { openedLink } from "../app-links/link-address.ts";
import { ContinuePage } from "../embedded/continue-page.tsx";
import { EmbeddedApp } from "../embedded/embedded-app.tsx";
import { isOwnDocument } from "../embedded/own-document.ts";
import { strings as adminStrings } from "../strings.ts";
import { AppOfPage } from "./app-of-page.tsx";
import { type InstalledApp, useInstalledApp } from "./app-queries.ts";
import { ClosedApp } from "./closed-app.tsx";

/** Opens an installed app: inside the admin, or by the Continue page (INS-15). */
export function OpenAppPage() {
  const { client_id = "" } = useParams({ strict: false }) as { client_id?: string };
  const query = useInstalledApp(client_id);
  return <AppOfPage query={query}>{(app) => <OpenApp app={app} />}</AppOfPage>;
}

function OpenApp({ app }: { app: InstalledApp }) {
  const { handle } = useStore();
  const breadcrumbs = useMemo(() => [{ label: adminStrings.nav.apps, to: `/${handle}/apps` }], [handle]);
  const { at } = usePlace(["link", "ids"]);
  const link = openedLink(at);
  const { app_origin, has_page, status, suspended, embedded } = app;
  if (!has_page || app_origin === null || status !== "enabled" || suspended !== null)
    return <ClosedApp app={app} breadcrumbs={breadcrumbs} />;
  if (!embedded) return <ContinuePage app={{ ...app, link }} breadcrumbs={breadcrumbs} />;
  return (
    <InOwnDocument title={app.name}>
      <EmbeddedApp app={{ ...app, app_origin, link }} breadcrumbs={breadcrumbs} />
    </InOwnDocument>
  );
}

/** Loads the document anew where another page's is still there: its policy would not let this app's frame in. */
function InOwnDocument({ title, children }: { title: string; children: ReactNode }) {
  const [entry] = performance.getEntriesByType("navigation");
  const isOwn = entry === undefined || isOwnDocument(entry.name, window.location.href);
  useEffect(() => {
    if (!isOwn) window.location.reload();
  }, [isOwn]);
  if (isOwn) return children;
  return (
    <PageFrame title={title}>
      <LoadingState />
    </PageFrame>
  );
}
