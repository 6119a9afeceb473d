import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { Dialog, formatNumber, StatusBadge, type Tone } from "@souk/ui";
import { useState } from "react";
import { appProgress } from "./app-progress.ts";
import type { PrivacyRequest } from "./privacy-queries.ts";
import { strings } from "./strings.ts";

const tones: Record<PrivacyRequest["apps"][number]["state"], Tone> = {
  waiting: "info",
  answered: "good",
  not_reached: "warn",
  not_subscribed: "neutral",
};

/** How many of the apps have answered, and each with its state. */
export function RequestApps({ request, name }: { request: PrivacyRequest; name: string }) {
  const [isShown, setShown] = useState(false);
  const { page } = strings;
  const { told, answered, isMissed } = appProgress(request);
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" role="status">
        {told === 0 ? page.noApps : page.progress(formatNumber(answered), formatNumber(told))}
      </Text>
      {!request.is_completed && told > 0 && (
        <Progress w="100%" value={(100 * answered) / told} aria-label={page.under} />
      )}
      {request.apps.length > 0 && (
        <Button variant="default" size="xs" aria-label={page.showOf(name)} onClick={() => setShown(true)}>
          {page.show}
        </Button>
      )}
      <Dialog opened={isShown} onClose={() => setShown(false)} title={name}>
        <Stack>
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
            {request.apps.map(({ client_id, name: app, state }) => (
              <Group key={client_id} component="li" justify="space-between" wrap="nowrap">
                <span>{app}</span>
                <StatusBadge tone={tones[state]}>{page.states[state]}</StatusBadge>
              </Group>
            ))}
          </Stack>
          {isMissed && <Text size="sm">{page.notReached}</Text>}
        </Stack>
      </Dialog>
    </Stack>
  );
}
