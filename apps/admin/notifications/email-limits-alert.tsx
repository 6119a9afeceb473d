import { Alert, Text } from "@mantine/core";
import type { OperationResponse, operations } from "@souk/contract";
import { Timestamp } from "@souk/ui";
import { texts } from "../texts.ts";

type EmailLimits = OperationResponse<typeof operations.listNotificationTemplates>["email_limits"];

/**
 * Warn that the store's emails have the default texts or are delayed, because a limit is reached. Show nothing if no
 * limit is reached.
 */
export function EmailLimitsAlert({ limits }: { limits: EmailLimits }) {
  const { own_text_count, max_own_texts, waiting_count, waiting_until } = limits;
  const words = texts.notifications.limits;
  return (
    <>
      {own_text_count >= max_own_texts && (
        <Alert color="yellow" title={words.ownTextsTitle} mb="md">
          {words.ownTexts({ max: max_own_texts })}
        </Alert>
      )}
      {waiting_count > 0 && (
        <Alert color="yellow" title={words.waitingTitle({ count: waiting_count })} mb="md">
          {words.waiting}
          {waiting_until !== null && (
            <Text size="sm" mt="xs">
              {words.until} <Timestamp at={waiting_until} />
            </Text>
          )}
        </Alert>
      )}
    </>
  );
}
