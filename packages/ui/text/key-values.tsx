import { Fragment, type ReactNode } from "react";
import styles from "./key-values.module.css";

/** Show names and their values, one pair per line. */
export function KeyValues({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  // A name may occur twice, so the key of an item is its position.
  const indexedItems = items.map(([name, value], index) => ({ name, value, position: index }));
  return (
    <dl className={styles["list"]}>
      {indexedItems.map(({ name, value, position }) => (
        <Fragment key={position}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
