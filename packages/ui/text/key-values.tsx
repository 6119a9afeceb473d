import { Fragment, type ReactNode } from "react";
import styles from "./key-values.module.css";

/** Show names and their values, one pair per line. */
export function KeyValues({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  // A name may occur twice.
  const indexedItems = items.map(([name, value], index) => ({ name, value, place: index }));
  return (
    <dl className={styles["list"]}>
      {indexedItems.map(({ name, value, place }) => (
        <Fragment key={place}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
