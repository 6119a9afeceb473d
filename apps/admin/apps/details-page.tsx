import { Alert, Box, List, Stack, Text } from "@mantine/core";
import { CopyField, KeyValues, LinkButton, PageFrame, Section, Timestamp, useStore } from "@souk/ui";
import { IconBan } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { strings as adminStrings } from "../strings.ts";
import { AppOfPage } from "./app-of-page.tsx";
import { type InstalledApp, useInstalledApp } from "./app-queries.ts";
import { AppStatus } from "./app-status.tsx";
import { AppSwitch } from "./app-switch.tsx";
import { CustomisationSection } from "./customisation/customisation-section.tsx";
import { detailsStrings } from "./details-strings.ts";
import { strings } from "./strings.ts";
import { UninstallApp } from "./uninstall-app.tsx";
import { useMayManage } from "./use-may-manage.ts";

/** An installed app: who makes it, what it may do, and the ways to stop it. */
export function AppDetailsPage() {
  const { client_id = "" } = useParams({ strict: false }) as { client_id?: string };
  const query = useInstalledApp(client_id);
  return <AppOfPage query={query}>{(app) => <Details app={app} />}</AppOfPage>;
}

function Details({ app }: { app: InstalledApp }) {
  const { handle } = useStore();
  const opens = app.has_page && app.status === "enabled" && app.suspended === null;
  return (
    <PageFrame
      title={app.name}
      breadcrumbs={[{ label: adminStrings.nav.apps, to: `/${handle}/apps` }]}
      badge={<AppStatus app={app} />}
      actions={
        opens && (
          <LinkButton to={`/${handle}/apps/installed/${app.client_id}`} document>
            {strings.open}
          </LinkButton>
        )
      }
    >
      <Stack gap="lg">
        {app.suspended !== null && <Suspended app={app} reason={app.suspended.reason} />}
        <Access app={app} />
        <About app={app} />
        {app.status !== "uninstalling" && <CustomisationSection app={app} />}
        <Management app={app} />
      </Stack>
    </PageFrame>
  );
}

function Suspended({ app, reason }: { app: InstalledApp; reason: string }) {
  const { title, text, reason: given } = detailsStrings.suspended;
  return (
    <Alert color="red" icon={<IconBan aria-hidden />} title={title(app.name)}>
      <Text size="sm">{text}</Text>
      {reason !== "" && <Text size="sm">{given(reason)}</Text>}
    </Alert>
  );
}

function Access({ app }: { app: InstalledApp }) {
  return (
    <Section title={detailsStrings.access}>
      {app.scopes.length === 0 ? (
        <Text c="dimmed">{detailsStrings.noAccess}</Text>
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
  const { pages, maker, thisShop, handle, page, since, client } = detailsStrings;
  const shown = app.has_page ? (app.embedded ? pages.embedded : pages.tab) : pages.none;
  return (
    <Section title={detailsStrings.about}>
      <KeyValues
        items={[
          [maker, app.kind === "custom" ? thisShop : app.partner_name],
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
  const { handle } = useStore();
  if (!mayManage) return <Text c="dimmed">{detailsStrings.staff}</Text>;
  return (
    <>
      {app.kind === "custom" && (
        <Section
          title={strings.custom}
          actions={
            <LinkButton variant="default" to={`/${handle}/settings/custom-apps`}>
              {detailsStrings.customLink}
            </LinkButton>
          }
        >
          <Text c="dimmed">{detailsStrings.custom}</Text>
        </Section>
      )}
      {app.status !== "uninstalling" && <AppSwitch app={app} />}
      <UninstallApp app={app} />
    </>
  );
}
