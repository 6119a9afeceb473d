import { useUrlState } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { parseOpenedLink } from "../app-links/link-url.ts";
import { ContinuePage } from "../embedded/continue-page.tsx";
import { EmbeddedApp } from "../embedded/embedded-app.tsx";
import { EnsureOwnDocument } from "../embedded/ensure-own-document.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { type InstalledApp, useInstalledApp } from "./app-queries.ts";
import { InstalledAppPage } from "./installed-app-page.tsx";
import { UnavailableApp } from "./unavailable-app.tsx";

/**
 * Open an installed app in a frame; for an app that isn't embedded, show the button that opens it in a new tab
 * (INS-15).
 */
export function OpenAppPage() {
  const { client_id = "" } = useParams({ strict: false }) as { client_id?: string };
  const query = useInstalledApp(client_id);
  return <InstalledAppPage query={query}>{(app) => <OpenApp app={app} />}</InstalledAppPage>;
}

function OpenApp({ app }: { app: InstalledApp }) {
  const breadcrumbs = useMemo(() => [{ label: texts.common.nav.apps, to: toStorePage("/apps") }], []);
  const { values } = useUrlState(["link", "ids"]);
  const link = parseOpenedLink(values);
  const { app_origin, has_access, has_page, status, suspended, embedded } = app;
  if (!has_access || !has_page || app_origin === null || status !== "enabled" || suspended !== null)
    return <UnavailableApp app={app} breadcrumbs={breadcrumbs} />;
  if (!embedded) return <ContinuePage app={{ ...app, link }} breadcrumbs={breadcrumbs} />;
  return (
    <EnsureOwnDocument title={app.name}>
      <EmbeddedApp app={{ ...app, app_origin, link }} breadcrumbs={breadcrumbs} />
    </EnsureOwnDocument>
  );
}
