import { usePlace } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { openedLink } from "../app-links/link-address.ts";
import { ContinuePage } from "../embedded/continue-page.tsx";
import { EmbeddedApp } from "../embedded/embedded-app.tsx";
import { InOwnDocument } from "../embedded/in-own-document.tsx";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { type InstalledApp, useInstalledApp } from "./app-queries.ts";
import { ClosedApp } from "./closed-app.tsx";
import { AppOfPage } from "./installed-app-page.tsx";

/** Open an installed app: inside the admin, or by the Continue page (INS-15). */
export function OpenAppPage() {
  const { client_id = "" } = useParams({ strict: false }) as { client_id?: string };
  const query = useInstalledApp(client_id);
  return <AppOfPage query={query}>{(app) => <OpenApp app={app} />}</AppOfPage>;
}

function OpenApp({ app }: { app: InstalledApp }) {
  const breadcrumbs = useMemo(() => [{ label: texts.common.nav.apps, to: toStorePage("/apps") }], []);
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
