import { Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { AnswerOf, operations } from "@souk/contract";
import { LinkButton, Section, StatusBadge, useStore } from "@souk/ui";
import { useAvailableApps } from "./app-queries.ts";
import { strings } from "./strings.ts";
import { useMayManage } from "./use-may-manage.ts";

type AvailableApp = AnswerOf<typeof operations.listAvailableApps>["apps"][number];

/** The apps that the shop is offered; nothing at all where none are. */
export function AvailableApps() {
  const { data } = useAvailableApps();
  if (!useMayManage() || data === undefined || data.apps.length === 0) return null;
  return (
    <Section title={strings.available.title} lead={strings.available.lead}>
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
  const { install, installApp, has } = strings.available;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={0} miw={0}>
          <Text fw={600} lineClamp={2} title={app.name}>
            {app.name}
          </Text>
          {app.partner_name !== null && (
            <Text size="sm" c="dimmed" truncate>
              {strings.by(app.partner_name)}
            </Text>
          )}
        </Stack>
        {app.installed ? (
          <StatusBadge tone="good">{has}</StatusBadge>
        ) : (
          <LinkButton
            size="xs"
            variant="default"
            to={`/${handle}/apps/install/${app.client_id}`}
            document
            flex="0 0 auto"
            aria-label={installApp(app.name)}
          >
            {install}
          </LinkButton>
        )}
      </Group>
    </Card>
  );
}
