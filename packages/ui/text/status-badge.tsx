import type { ReactNode } from "react";
import styles from "./status-badge.module.css";

export type Tone = "good" | "warn" | "danger" | "info" | "neutral";

/** Show a state as a word. The color only repeats the word's meaning. */
export function StatusBadge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles["badge"]} data-tone={tone}>
      {children}
    </span>
  );
}
