import { UnstyledButton } from "@mantine/core";
import { formatNumber, StatusBadge, Timestamp, type Tone } from "@souk/ui";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import type { Delivery } from "../records.ts";
import { texts } from "../texts.ts";
import styles from "./deliveries.module.css";
import { DeliveryDetails } from "./delivery-details.tsx";
import { TopicName } from "./topic-name.tsx";

const words = texts.installation.deliveries;

const tones: Readonly<Record<Delivery["state"], Tone>> = {
  pending: "info",
  delivered: "good",
  expired: "danger",
  cancelled: "neutral",
  poison: "warn",
};

interface DeliveryLineProps {
  delivery: Delivery;
  /** The button that resends the delivery; null if it cannot be resent. */
  action: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
}

/** Show one delivery as a line that expands to show its attempts. */
export function DeliveryLine({ delivery, action, isOpen, onToggle }: DeliveryLineProps) {
  const id = useId();
  const { topic, state, delivery_sequence, event_sequence, created_at, attempts } = delivery;
  return (
    <li className={styles["delivery"]}>
      <UnstyledButton
        className={styles["line"]}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <IconChevronRight size={18} className={styles["chevron"]} aria-hidden />
        <span className={styles["subject"]}>
          <span className={styles["topic"]}>
            <TopicName topic={topic} />
          </span>
          <span className={styles["soft"]}>
            {words.numbers({ own: formatNumber(delivery_sequence), store: formatNumber(event_sequence) })}
          </span>
        </span>
        <span className={styles["status"]}>
          <StatusBadge tone={tones[state]}>{words.states[state]}</StatusBadge>
          <span className={styles["soft"]}>
            {attempts.length === 0 ? words.notTried : words.attempts({ count: attempts.length })}
          </span>
        </span>
        <span className={styles["time"]}>
          <Timestamp at={created_at} />
        </span>
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={styles["more"]}>
          <DeliveryDetails delivery={delivery} action={action} />
        </div>
      )}
    </li>
  );
}
