import { Alert, Box, List, Stack, Text } from "@mantine/core";
import { CopyField, KeyValues, LinkButton, PageFrame, Section, Timestamp } from "@souk/ui";
import { IconBan } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useMayManage } from "../use-may.ts";
import { type InstalledApp, useInstalledApp } from "./app-queries.ts";
import { AppStatus } from "./app-status.tsx";
import { AppSwitch } from "./app-switch.tsx";
import { CustomizationSection } from "./customization/customization-section.tsx";
import { AppOfPage } from "./installed-app-page.tsx";
import { UninstallApp } from "./uninstall-app.tsx";

/** Show an installed app: its developer, its permissions, and the ways to stop it. */
export function AppDetailsPage() {
  const { client_id = "" } = useParams({ strict: false }) as { client_id?: string };
  const query = useInstalledApp(client_id);
  return <AppOfPage query={query}>{(app) => <Details app={app} />}</AppOfPage>;
}

function Details({ app }: { app: InstalledApp }) {
  const opens = app.has_page && app.status === "enabled" && app.suspended === null;
  return (
    <PageFrame
      title={app.name}
      breadcrumbs={[{ label: texts.common.nav.apps, to: toStorePage("/apps") }]}
      badge={<AppStatus app={app} />}
      actions={
        opens && (
          <LinkButton to={toStorePage("/apps/installed/$client_id", { client_id: app.client_id })} document>
            {texts.apps.open}
          </LinkButton>
        )
      }
    >
      <Stack gap="lg">
        {app.suspended !== null && <Suspended app={app} reason={app.suspended.reason} />}
        <Access app={app} />
        <About app={app} />
        {app.status !== "uninstalling" && <CustomizationSection app={app} />}
        <Management app={app} />
      </Stack>
    </PageFrame>
  );
}

function Suspended({ app, reason }: { app: InstalledApp; reason: string }) {
  const { title, text, reason: given } = texts.appsDetails.suspended;
  return (
    <Alert color="red" icon={<IconBan aria-hidden />} title={title({ app: app.name })}>
      <Text size="sm">{text}</Text>
      {reason !== "" && <Text size="sm">{given({ reason })}</Text>}
    </Alert>
  );
}

function Access({ app }: { app: InstalledApp }) {
  return (
    <Section title={texts.appsDetails.access}>
      {app.scopes.length === 0 ? (
        <Text c="dimmed">{texts.appsDetails.noAccess}</Text>
      ) : (
        <List spacing={4}>
          {app.scopes.map(({ scope, allows }) => (
            <List.Item key={scope}>{allows}</List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}

function About({ app }: { app: InstalledApp }) {
  const { pages, developer, thisStore, handle, page, since, client } = texts.appsDetails;
  const shown = app.has_page ? (app.embedded ? pages.embedded : pages.tab) : pages.none;
  return (
    <Section title={texts.appsDetails.about}>
      <KeyValues
        items={[
          [developer, app.kind === "custom" ? thisStore : app.partner_name],
          [handle, app.handle],
          [page, shown],
          [since, <Timestamp key="since" at={app.installed_at} />],
        ]}
      />
      <Box mt="md">
        <CopyField label={client} value={app.client_id} />
      </Box>
    </Section>
  );
}

function Management({ app }: { app: InstalledApp }) {
  const mayManage = useMayManage();
  if (!mayManage) return <Text c="dimmed">{texts.appsDetails.staff}</Text>;
  return (
    <>
      {app.kind === "custom" && (
        <Section
          title={texts.apps.custom}
          actions={
            <LinkButton variant="default" to={toStorePage("/settings/custom-apps")}>
              {texts.appsDetails.customLink}
            </LinkButton>
          }
        >
          <Text c="dimmed">{texts.appsDetails.custom}</Text>
        </Section>
      )}
      {app.status !== "uninstalling" && <AppSwitch app={app} />}
      <UninstallApp app={app} />
    </>
  );
}
