import { Button, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { errorWords, isFinal } from "../action/error-words.ts";
import { strings } from "../strings.ts";
import styles from "./states.module.css";

/** What went wrong, the request id for whoever is asked about it, and another try where it may help. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { text, request_id } = errorWords(error);
  return (
    <div className={styles["state"]} role="alert">
      <div className={styles["icon"]} data-tone="danger" aria-hidden="true">
        <IconAlertTriangle size={26} stroke={1.5} />
      </div>
      <Text fw={600}>{text}</Text>
      {request_id !== null && (
        <Text size="sm" c="dimmed" className={styles["request"]}>
          {strings.requestId(request_id)}
        </Text>
      )}
      {onRetry !== undefined && !isFinal(error) && (
        <div className={styles["action"]}>
          <Button variant="default" onClick={onRetry}>
            {strings.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
