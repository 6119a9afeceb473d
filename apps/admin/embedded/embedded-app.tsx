import { Button, Group } from "@mantine/core";
import { ErrorState, LinkButton, LoadingState, PageFrame, usePanel, useStore } from "@souk/ui";
import { IconReload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { AppFrame } from "./app-frame.tsx";
import { NewTabButton } from "./new-tab-button.tsx";
import type { OpenedApp } from "./opened-app.ts";
import { strings } from "./strings.ts";
import { useOpening } from "./use-opening.ts";

/** An installed app inside the admin. Each opening and each reload is signed anew (INS-14, INS-15). */
export function EmbeddedApp({
  app,
  breadcrumbs,
}: {
  app: OpenedApp;
  breadcrumbs: { label: string; to: string }[];
}) {
  const [attempt, setAttempt] = useState(0);
  const [title, setTitle] = useState("");
  const { data, error, isPending } = useOpening(app, attempt);
  const reload = () => {
    setTitle("");
    setAttempt((before) => before + 1);
  };
  useWindowTitle(app.name, title);
  return (
    <PageFrame title={app.name} breadcrumbs={breadcrumbs} actions={<Bar app={app} onReload={reload} />} wide>
      {isPending && <LoadingState />}
      {error !== null && <ErrorState error={error} onRetry={reload} />}
      {data !== undefined && (
        <AppFrame key={attempt} app={app} url={data.open.url} onReload={reload} onTitle={setTitle} />
      )}
    </PageFrame>
  );
}

function Bar({ app, onReload }: { app: OpenedApp; onReload: () => void }) {
  const { handle } = useStore();
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconReload size={18} stroke={1.75} aria-hidden />}
        onClick={onReload}
      >
        {strings.reload}
      </Button>
      <NewTabButton app={app} />
      <LinkButton variant="default" to={`/${handle}/apps/installed/${app.client_id}/details`}>
        {strings.details}
      </LinkButton>
    </Group>
  );
}

/** What the app calls its page stands before the app's own name: no app can pass for the admin. */
function useWindowTitle(name: string, title: string): void {
  const { product } = usePanel();
  useEffect(() => {
    document.title = title === "" ? `${name} · Souk ${product}` : `${title} · ${name} · Souk ${product}`;
  }, [name, product, title]);
}
