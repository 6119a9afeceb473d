import { formatNumber } from "@souk/ui";
import type { AppSummary } from "../records.ts";
import { texts } from "../texts.ts";
import styles from "./installation-counts.module.css";

/** Show how many stores have an app, have disabled it, or had it. Dashes mean not loaded yet. */
export function InstallationCounts({ counts }: { counts: AppSummary["installations"] | undefined }) {
  const { enabled, disabled, uninstalled } = texts.apps;
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
