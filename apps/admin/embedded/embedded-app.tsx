import { Button, Group } from "@mantine/core";
import type { PageUrl } from "@souk/contract";
import { ErrorState, LinkButton, LoadingState, PageFrame, usePanel } from "@souk/ui";
import { IconReload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { AppFrame } from "./app-frame.tsx";
import { NewTabButton } from "./new-tab-button.tsx";
import { type OpenedApp, useSignedAppUrl } from "./use-signed-app-url.ts";

/** Show an installed app inside the admin. Each opening and each reload uses a newly signed URL (INS-14, INS-15). */
export function EmbeddedApp({
  app,
  breadcrumbs,
}: {
  app: OpenedApp;
  breadcrumbs: { label: string; to: PageUrl }[];
}) {
  const [attempt, setAttempt] = useState(0);
  const [title, setTitle] = useState("");
  const { data, error, isPending } = useSignedAppUrl(app, attempt);
  const reload = () => {
    setTitle("");
    setAttempt((previousAttempt) => previousAttempt + 1);
  };
  useWindowTitle(app.name, title);
  return (
    <PageFrame
      title={app.name}
      breadcrumbs={breadcrumbs}
      actions={<AppActions app={app} onReload={reload} />}
      wide
    >
      {isPending && <LoadingState />}
      {error !== null && <ErrorState error={error} onRetry={reload} />}
      {data !== undefined && (
        <AppFrame key={attempt} app={app} url={data.open.url} onReload={reload} onTitle={setTitle} />
      )}
    </PageFrame>
  );
}

function AppActions({ app, onReload }: { app: OpenedApp; onReload: () => void }) {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconReload size={18} stroke={1.75} aria-hidden />}
        onClick={onReload}
      >
        {texts.embedded.reload}
      </Button>
      <NewTabButton app={app} />
      <LinkButton
        variant="default"
        to={toStorePage("/apps/installed/$client_id/details", { client_id: app.client_id })}
      >
        {texts.embedded.details}
      </LinkButton>
    </Group>
  );
}

/**
 * Set the browser title to the title from the app's page, followed by the app's name, so that an app can't impersonate the
 * admin.
 */
function useWindowTitle(appName: string, appTitle: string): void {
  const { panelName } = usePanel();
  useEffect(() => {
    const pageTitle = appTitle === "" ? appName : `${appTitle} · ${appName}`;
    document.title = texts.common.documentTitle({ title: pageTitle, panelName });
  }, [appName, panelName, appTitle]);
}
