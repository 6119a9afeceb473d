import type { PageUrl } from "@souk/contract";
import type { ReactNode } from "react";
import { PageLink } from "../text/page-link.tsx";
import styles from "./figures.module.css";

export interface Metric {
  label: string;
  value: ReactNode;
  /** A short note about the metric. */
  note?: string;
  /** The link to more details. */
  to?: PageUrl;
}

/** Show a few large numbers in a row. */
export function Metrics({ metrics }: { metrics: readonly Metric[] }) {
  return (
    <dl className={styles["row"]}>
      {metrics.map(({ label, value, note, to }) => (
        <div key={label} className={styles["figure"]}>
          <dt>{to === undefined ? label : <PageLink to={to}>{label}</PageLink>}</dt>
          <dd className={styles["value"]}>{value}</dd>
          {note !== undefined && <dd className={styles["note"]}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
