import { Button, Progress, Stack, Text } from "@mantine/core";
import { ConfirmDialog, Section, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type InstalledApp, installedKey } from "./app-queries.ts";
import { detailsStrings } from "./details-strings.ts";

const strings = detailsStrings.uninstall;

/** Uninstalls an app: says first what will happen, then that it happens, until the app is gone (INS-16, INS-17). */
export function UninstallApp({ app }: { app: InstalledApp }) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const [isAsked, ask] = useState(false);
  if (app.status === "uninstalling") return <Leaving name={app.name} />;
  return (
    <Section
      title={strings.title}
      actions={
        <Button color="red" variant="outline" onClick={() => ask(true)}>
          {strings.button}
        </Button>
      }
    >
      <Text c="dimmed">{strings.text}</Text>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => ask(false)}
        title={strings.ask(app.name)}
        confirm={strings.button}
        danger
        onConfirm={() => admin.installs.uninstall({ params: { id: app.id } })}
        onDone={() => void queries.invalidateQueries({ queryKey: installedKey })}
      >
        <Stack gap="xs">
          <Text>{app.status === "enabled" ? strings.told(app.name) : strings.untold(app.name)}</Text>
          <Text c="dimmed" size="sm">
            {strings.again}
          </Text>
        </Stack>
      </ConfirmDialog>
    </Section>
  );
}

function Leaving({ name }: { name: string }) {
  return (
    <Section title={strings.title}>
      <Stack gap="xs" role="status">
        <Text>{strings.running(name)}</Text>
        <Progress value={100} animated aria-hidden="true" />
        <Text size="sm" c="dimmed">
          {strings.runningMore}
        </Text>
      </Stack>
    </Section>
  );
}
