import { Fragment, type ReactNode } from "react";
import styles from "./key-values.module.css";

/** Show names and their values, one pair per line. */
export function KeyValues({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  // What came with a record may have a name twice.
  const placed = items.map(([name, value], place) => ({ name, value, place }));
  return (
    <dl className={styles["list"]}>
      {placed.map(({ name, value, place }) => (
        <Fragment key={place}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
