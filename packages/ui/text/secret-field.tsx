import styles from "./copy-field.module.css";
import { CopyField } from "./copy-field.tsx";

/**
 * Show a secret that is shown only once, with a warning that says so.
 */
export function SecretField({ label, value, warning }: { label: string; value: string; warning: string }) {
  return (
    <div className={styles["warning"]}>
      <p>{warning}</p>
      <CopyField label={label} value={value} />
    </div>
  );
}
