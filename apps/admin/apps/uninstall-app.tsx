import { Progress, Stack, Text } from "@mantine/core";
import { ConfirmButton, Section, useAdminConsole } from "@souk/ui";
import { texts } from "../texts.ts";
import { type InstalledApp, installedKey } from "./app-queries.ts";

const words = texts.appsDetails.uninstall;

/** Uninstall an app: show first what will happen, then the progress until the app is gone (INS-16, INS-17). */
export function UninstallApp({ app }: { app: InstalledApp }) {
  const admin = useAdminConsole();
  if (app.status === "uninstalling") return <Leaving name={app.name} />;
  const uninstall = (
    <ConfirmButton
      danger
      label={words.button}
      title={words.ask({ app: app.name })}
      confirm={words.button}
      onConfirm={() => admin.installs.uninstall({ params: { id: app.id } })}
      refresh={[installedKey]}
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
    <Section title={words.title} actions={uninstall}>
      <Text c="dimmed">{words.text}</Text>
    </Section>
  );
}

function Leaving({ name }: { name: string }) {
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
