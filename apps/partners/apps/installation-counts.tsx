import { formatNumber } from "@souk/ui";
import type { AppSummary } from "../records.ts";
import { strings } from "../strings.ts";
import styles from "./installation-counts.module.css";

/** How many shops have an app, have switched it off, or had it. Dashes stand for what is not known yet. */
export function InstallationCounts({ counts }: { counts: AppSummary["installations"] | undefined }) {
  const { enabled, disabled, uninstalled } = strings.apps;
  const shown = [
    [enabled, counts?.enabled],
    [disabled, counts?.disabled],
    [uninstalled, counts?.uninstalled],
  ] as const;
  return (
    <dl className={styles["counts"]}>
      {shown.map(([word, count]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{count === undefined ? "–" : formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
