import { Button, Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { OperationResponse, operations } from "@souk/contract";
import { Section, StatusBadge, useStore } from "@souk/ui";
import { buildAppEntryPath } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { useAvailableApps } from "./app-queries.ts";

type AvailableApp = OperationResponse<typeof operations.listAvailableApps>["apps"][number];

/**
 * Show the apps that the store can install with a click. Show nothing if there are none, or to staff who may not
 * install apps.
 */
export function AvailableApps() {
  const { data } = useAvailableApps();
  if (!usePermissions()("apps.manage") || data === undefined || data.apps.length === 0) return null;
  return (
    <Section title={texts.apps.available.title} lead={texts.apps.available.lead}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {data.apps.map((app) => (
          <AvailableAppCard key={app.client_id} app={app} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function AvailableAppCard({ app }: { app: AvailableApp }) {
  const { handle } = useStore();
  const { install, installApp, alreadyInstalled } = texts.apps.available;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={0} miw={0}>
          <Text fw={600} lineClamp={2} title={app.name}>
            {app.name}
          </Text>
          {app.partner_name !== null && (
            <Text size="sm" c="dimmed" truncate>
              {texts.apps.by({ partner: app.partner_name })}
            </Text>
          )}
        </Stack>
        {app.installed ? (
          <StatusBadge tone="good">{alreadyInstalled}</StatusBadge>
        ) : (
          <Button
            component="a"
            size="xs"
            variant="default"
            href={buildAppEntryPath(handle, "/apps/install/$client_id", { client_id: app.client_id })}
            flex="0 0 auto"
            aria-label={installApp({ app: app.name })}
          >
            {install}
          </Button>
        )}
      </Group>
    </Card>
  );
}
