import { List, SimpleGrid, Stack } from "@mantine/core";
import { CopyField, KeyValues, QueryBoundary, Section, Timestamp } from "@souk/ui";
import type { PartnerApp } from "../records.ts";
import { texts } from "../texts.ts";
import { AppHealth } from "./app-health.tsx";
import { useInstallLink } from "./app-queries.ts";
import { InstallLink } from "./install-link.tsx";
import { InstallationsSection } from "./installations-section.tsx";
import { Warnings } from "./warnings.tsx";

/** Show an app's details, its URLs, its installations, and its deliveries in the last 24 hours. */
export function Overview({ app }: { app: PartnerApp }) {
  return (
    <Stack gap="lg">
      <Warnings warnings={app.warnings} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <AppDetails app={app} />
        <AppHealth appId={app.id} />
      </SimpleGrid>
      <InstallationsSection appId={app.id} />
    </Stack>
  );
}

function AppDetails({ app }: { app: PartnerApp }) {
  const link = useInstallLink(app.id);
  const words = texts.app;
  return (
    <Section title={words.credentials}>
      <Stack>
        <CopyField label={words.clientId} value={app.client_id} />
        <QueryBoundary query={link}>
          {(response) => <InstallLink url={response.install_link.url} />}
        </QueryBoundary>
        <KeyValues
          items={[
            [words.handle, app.handle],
            [words.appUrl, app.app_url],
            [words.redirections, <UrlList key="urls" urls={app.redirection_urls} />],
            [words.fulfillment, <FulfillmentUrls key="fulfillment" app={app} />],
            [words.opens, app.embedded ? words.embedded : words.tab],
            [words.pkce, app.requires_pkce ? words.pkceRequired : words.pkceOptional],
            [words.registered, <Timestamp key="at" at={app.created_at} absolute />],
          ]}
        />
      </Stack>
    </Section>
  );
}

/** Show the fulfillment URLs. A partner cannot change them, because staff of the platform set them (REG-4). */
function FulfillmentUrls({ app: { fulfillment_urls } }: { app: PartnerApp }) {
  const { noFulfillment, fulfillmentAt } = texts.app;
  if (fulfillment_urls.length === 0) return <span>{noFulfillment}</span>;
  return <UrlList urls={fulfillment_urls.map(({ topic, url }) => fulfillmentAt({ topic, url }))} />;
}

function UrlList({ urls }: { urls: readonly string[] }) {
  return (
    <List listStyleType="none" spacing={4}>
      {urls.map((url) => (
        <List.Item key={url}>{url}</List.Item>
      ))}
    </List>
  );
}
