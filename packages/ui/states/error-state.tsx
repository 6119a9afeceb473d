import { Button, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { describeError, isRetryUseless } from "../action/describe-error.ts";
import { texts } from "../texts.ts";
import styles from "./states.module.css";

/** Show an error, its request id for support and, if a retry may help, a retry button. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { text, request_id } = describeError(error);
  return (
    <div className={styles["state"]} role="alert">
      <div className={styles["icon"]} data-tone="danger" aria-hidden="true">
        <IconAlertTriangle size={26} stroke={1.5} />
      </div>
      <Text fw={600}>{text}</Text>
      {request_id !== null && (
        <Text size="sm" c="dimmed" className={styles["request"]}>
          {texts.requestId({ id: request_id })}
        </Text>
      )}
      {onRetry !== undefined && !isRetryUseless(error) && (
        <div className={styles["action"]}>
          <Button variant="default" onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
