import { formatNumber } from "@souk/ui";
import type { AppSummary } from "../records.ts";
import { texts } from "../texts.ts";
import styles from "./installation-counts.module.css";

/** Show how many stores have an app enabled, disabled or uninstalled. Dashes are shown until the counts are loaded. */
export function InstallationCounts({ counts }: { counts: AppSummary["installations"] | undefined }) {
  const { enabled, disabled, uninstalled } = texts.apps;
  const labeledCounts = [
    [enabled, counts?.enabled],
    [disabled, counts?.disabled],
    [uninstalled, counts?.uninstalled],
  ] as const;
  return (
    <dl className={styles["counts"]}>
      {labeledCounts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count === undefined ? "–" : formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
