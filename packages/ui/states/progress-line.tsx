import { Progress, Text } from "@mantine/core";
import styles from "./states.module.css";
import { useHasElapsed } from "./use-has-elapsed.ts";

/** Show that an action is running if it takes longer than a second. */
export function ProgressLine({ label }: { label: string }) {
  if (!useHasElapsed(1_000)) return null;
  return (
    <div className={styles["progress"]} role="status">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Progress value={100} animated aria-hidden="true" size="sm" />
    </div>
  );
}
