import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { Dialog, StatusBadge, type Tone } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import { countResponses } from "./count-responses.ts";
import type { PrivacyRequest } from "./privacy-queries.ts";

const tones: Record<PrivacyRequest["apps"][number]["state"], Tone> = {
  waiting: "info",
  answered: "good",
  not_reached: "warn",
  not_subscribed: "neutral",
};

/** Show how many apps have responded to a privacy request, with a dialog that shows the state of each app. */
export function RequestApps({ request, requestName }: { request: PrivacyRequest; requestName: string }) {
  const [isShown, setShown] = useState(false);
  const words = texts.customersPrivacy.page;
  const { notifiedCount, respondedCount, hasUnreachedApp } = countResponses(request);
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" role="status">
        {notifiedCount === 0 ? words.noApps : words.progress({ respondedCount, notifiedCount })}
      </Text>
      {!request.is_completed && notifiedCount > 0 && (
        <Progress w="100%" value={(100 * respondedCount) / notifiedCount} aria-label={words.appResponses} />
      )}
      {request.apps.length > 0 && (
        <Button
          variant="default"
          size="xs"
          aria-label={words.showLabel({ request: requestName })}
          onClick={() => setShown(true)}
        >
          {words.show}
        </Button>
      )}
      <Dialog opened={isShown} onClose={() => setShown(false)} title={requestName}>
        <Stack>
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
            {request.apps.map((app) => (
              <Group key={app.client_id} component="li" justify="space-between" wrap="nowrap">
                <span>{app.name}</span>
                <StatusBadge tone={tones[app.state]}>{words.states[app.state]}</StatusBadge>
              </Group>
            ))}
          </Stack>
          {hasUnreachedApp && <Text size="sm">{words.notReached}</Text>}
        </Stack>
      </Dialog>
    </Stack>
  );
}
