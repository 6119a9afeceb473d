import { Progress, Stack, Text } from "@mantine/core";
import { ConfirmButton, Section, useAdminConsole } from "@souk/ui";
import { texts } from "../texts.ts";
import { type InstalledApp, installedAppsKey } from "./app-queries.ts";

const words = texts.appsDetails.uninstall;

/**
 * Show the section that uninstalls an app after a confirmation, and the progress until the app is removed (INS-16,
 * INS-17).
 */
export function UninstallApp({ app }: { app: InstalledApp }) {
  const admin = useAdminConsole();
  if (app.status === "uninstalling") return <UninstallProgress name={app.name} />;
  const uninstallButton = (
    <ConfirmButton
      danger
      label={words.button}
      title={words.ask({ app: app.name })}
      confirm={words.button}
      onConfirm={() => admin.installs.uninstall({ params: { id: app.id } })}
      refresh={[installedAppsKey]}
    >
      <Stack gap="xs">
        <Text>
          {app.status === "enabled"
            ? words.notified({ app: app.name })
            : words.notNotified({ app: app.name })}
        </Text>
        <Text c="dimmed" size="sm">
          {words.again}
        </Text>
      </Stack>
    </ConfirmButton>
  );
  return (
    <Section title={words.title} actions={uninstallButton}>
      <Text c="dimmed">{words.text}</Text>
    </Section>
  );
}

function UninstallProgress({ name }: { name: string }) {
  return (
    <Section title={words.title}>
      <Stack gap="xs" role="status">
        <Text>{words.notifying({ app: name })}</Text>
        <Progress value={100} animated aria-hidden="true" />
        <Text size="sm" c="dimmed">
          {words.notifyingMore}
        </Text>
      </Stack>
    </Section>
  );
}
