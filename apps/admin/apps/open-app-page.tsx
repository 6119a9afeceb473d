import { usePlace, useStore } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { openedLink } from "../app-links/link-address.ts";
import { ContinuePage } from "../embedded/continue-page.tsx";
import { EmbeddedApp } from "../embedded/embedded-app.tsx";
import { InOwnDocument } from "../embedded/in-own-document.tsx";
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
