import { Progress, Stack, Text } from "@mantine/core";
import { ConfirmButton, Section, useAdminConsole } from "@souk/ui";
import { type InstalledApp, installedKey } from "./app-queries.ts";
import { detailsStrings } from "./details-strings.ts";

const strings = detailsStrings.uninstall;

/** Uninstalls an app: says first what will happen, then that it happens, until the app is gone (INS-16, INS-17). */
export function UninstallApp({ app }: { app: InstalledApp }) {
  const admin = useAdminConsole();
  if (app.status === "uninstalling") return <Leaving name={app.name} />;
  const uninstall = (
    <ConfirmButton
      danger
      label={strings.button}
      title={strings.ask(app.name)}
      confirm={strings.button}
      onConfirm={() => admin.installs.uninstall({ params: { id: app.id } })}
      refresh={[installedKey]}
    >
      <Stack gap="xs">
        <Text>{app.status === "enabled" ? strings.told(app.name) : strings.untold(app.name)}</Text>
        <Text c="dimmed" size="sm">
          {strings.again}
        </Text>
      </Stack>
    </ConfirmButton>
  );
  return (
    <Section title={strings.title} actions={uninstall}>
      <Text c="dimmed">{strings.text}</Text>
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
