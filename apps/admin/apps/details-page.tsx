import { Alert, Box, List, Stack, Text } from "@mantine/core";
import { CopyField, KeyValues, LinkButton, PageFrame, Section, Timestamp } from "@souk/ui";
import { IconBan, IconLock } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { type InstalledApp, useInstalledApp } from "./app-queries.ts";
import { AppStatus } from "./app-status.tsx";
import { AppStatusSwitch } from "./app-status-switch.tsx";
import { CustomizationSection } from "./customization/customization-section.tsx";
import { InstalledAppPage } from "./installed-app-page.tsx";
import { UninstallApp } from "./uninstall-app.tsx";

/**
 * Show an installed app: its developer, its permissions, what it added to the store, and how to disable or
 * uninstall it.
 */
export function AppDetailsPage() {
  const { client_id = "" } = useParams({ strict: false }) as { client_id?: string };
  const query = useInstalledApp(client_id);
  return <InstalledAppPage query={query}>{(app) => <Details app={app} />}</InstalledAppPage>;
}

function Details({ app }: { app: InstalledApp }) {
  const isOpenable = app.has_page && app.status === "enabled" && app.suspended === null;
  return (
    <PageFrame
      title={app.name}
      breadcrumbs={[{ label: texts.common.nav.apps, to: toStorePage("/apps") }]}
      badge={<AppStatus app={app} />}
      actions={
        isOpenable &&
        app.has_access && (
          <LinkButton
            to={toStorePage("/apps/installed/$client_id", { client_id: app.client_id })}
            reloadDocument
          >
            {texts.apps.open}
          </LinkButton>
        )
      }
    >
      <Stack gap="lg">
        {isOpenable && !app.has_access && <NoAccessAlert app={app} />}
        {app.suspended !== null && <SuspendedAlert app={app} reason={app.suspended.reason} />}
        <PermissionsSection app={app} />
        <AboutSection app={app} />
        {app.status !== "uninstalling" && <CustomizationSection app={app} />}
        <ManagementSections app={app} />
      </Stack>
    </PageFrame>
  );
}

function NoAccessAlert({ app }: { app: InstalledApp }) {
  const { title, text } = texts.appsDetails.notAllowed;
  return (
    <Alert role="note" icon={<IconLock aria-hidden />} title={title({ app: app.name })}>
      <Text size="sm">{text}</Text>
    </Alert>
  );
}

function SuspendedAlert({ app, reason }: { app: InstalledApp; reason: string }) {
  const words = texts.appsDetails.suspended;
  return (
    <Alert color="red" icon={<IconBan aria-hidden />} title={words.title({ app: app.name })}>
      <Text size="sm">{words.text}</Text>
      {reason !== "" && <Text size="sm">{words.reason({ reason })}</Text>}
    </Alert>
  );
}

function PermissionsSection({ app }: { app: InstalledApp }) {
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

function AboutSection({ app }: { app: InstalledApp }) {
  const { developer, thisStore, handle, page, since, tokenLastUsed, never, client } = texts.appsDetails;
  return (
    <Section title={texts.appsDetails.about}>
      <KeyValues
        items={[
          [developer, app.kind === "custom" ? thisStore : app.partner_name],
          [handle, app.handle],
          [page, describeAppPage(app)],
          [since, <Timestamp key="since" at={app.installed_at} />],
          [
            tokenLastUsed,
            app.token_last_used_at === null ? never : <Timestamp key="used" at={app.token_last_used_at} />,
          ],
        ]}
      />
      <Box mt="md">
        <CopyField label={client} value={app.client_id} />
      </Box>
    </Section>
  );
}

/** Return the text that says where the app's page opens. */
function describeAppPage({ has_page, embedded }: InstalledApp): string {
  const { pages } = texts.appsDetails;
  if (!has_page) return pages.none;
  return embedded ? pages.embedded : pages.tab;
}

function ManagementSections({ app }: { app: InstalledApp }) {
  const canManageApps = usePermissions()("apps.manage");
  if (!canManageApps) return <Text c="dimmed">{texts.appsDetails.staff}</Text>;
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
      {app.status !== "uninstalling" && <AppStatusSwitch app={app} />}
      <UninstallApp app={app} />
    </>
  );
}
