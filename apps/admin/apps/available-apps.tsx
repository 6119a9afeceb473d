import { Button, Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { OperationResponse, operations } from "@souk/contract";
import { Section, StatusBadge, useStore } from "@souk/ui";
import { buildGatewayPath } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useMayManage } from "../use-may.ts";
import { useAvailableApps } from "./app-queries.ts";

type AvailableApp = OperationResponse<typeof operations.listAvailableApps>["apps"][number];

/** Show the apps offered to the store; nothing if there are none. */
export function AvailableApps() {
  const { data } = useAvailableApps();
  if (!useMayManage() || data === undefined || data.apps.length === 0) return null;
  return (
    <Section title={texts.apps.available.title} lead={texts.apps.available.lead}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {data.apps.map((app) => (
          <Offer key={app.client_id} app={app} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Offer({ app }: { app: AvailableApp }) {
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
            href={buildGatewayPath(handle, "/apps/install/$client_id", { client_id: app.client_id })}
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
