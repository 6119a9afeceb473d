import { Stack, Text } from "@mantine/core";
import { formatNumber, KeyValues, StatusBadge, Timestamp } from "@souk/ui";
import type { ReactNode } from "react";
import type { Delivery, DeliveryAttempt } from "../records.ts";
import { texts } from "../texts.ts";
import styles from "./deliveries.module.css";

const words = texts.installation.deliveries;

interface DeliveryDetailsProps {
  delivery: Delivery;
  /** The button that resends the delivery; null if it cannot be resent. */
  action: ReactNode;
}

/** Show the details of an expanded delivery: its ids, its times and all its attempts. */
export function DeliveryDetails({ delivery, action }: DeliveryDetailsProps) {
  const { id, event_id, state, created_at, due_at, finished_at, replays, replayed_at, attempts } = delivery;
  const replayedRow = [words.replays, <Replayed key="replays" count={replays} at={replayed_at} />] as const;
  const dueRow = [words.due, <Timestamp key="due" at={due_at} absolute />] as const;
  const finishedRow = [words.finished, <Timestamp key="end" at={finished_at} absolute />] as const;
  return (
    <Stack>
      <Text size="sm">
        {state === "expired" && event_id === null ? words.expiredWithEvent : words.stateDescriptions[state]}
      </Text>
      <KeyValues
        items={[
          [words.created, <Timestamp key="made" at={created_at} absolute />],
          ...(due_at === null ? [] : [dueRow]),
          ...(finished_at === null ? [] : [finishedRow]),
          ...(replays === 0 ? [] : [replayedRow]),
          [words.webhookId, String(id)],
          [words.eventId, event_id === null ? words.eventUnavailable : String(event_id)],
        ]}
      />
      {action}
      {attempts.length > 0 && (
        <ol className={styles["attempts"]}>
          {attempts.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      )}
    </Stack>
  );
}

function Replayed({ count, at }: { count: number; at: string | null }) {
  return words.replayed({ count, at: () => <Timestamp at={at} absolute /> });
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { number, at, status, duration_ms, error, answer } = attempt;
  return (
    <li className={styles["attempt"]}>
      <div className={styles["try"]}>
        <strong>{words.attempt({ number })}</strong>
        {/* WHK-7: only 200 is success. */}
        <StatusBadge tone={status === 200 ? "good" : "danger"}>
          {status === null ? words.noResponse : words.status({ status })}
        </StatusBadge>
        <span className={styles["soft"]}>
          <Timestamp at={at} absolute /> · {words.duration({ duration: formatNumber(duration_ms) })}
        </span>
      </div>
      {error !== null && <p className={styles["error"]}>{error}</p>}
      {answer !== null && <ResponseBody text={answer} />}
    </li>
  );
}

/** Show the body of an endpoint's response as plain text, because it is untrusted. */
function ResponseBody({ text }: { text: string }) {
  if (text.trim() === "") return <p className={styles["soft"]}>{words.emptyResponse}</p>;
  return (
    <figure className={styles["answer"]}>
      <figcaption>{words.responseBody}</figcaption>
      <pre>{text}</pre>
    </figure>
  );
}
