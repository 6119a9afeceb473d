import styles from "./copy-field.module.css";
import { CopyField } from "./copy-field.tsx";

/**
 * A secret that is shown this once, with the warning that it is.
 * @param warning a sentence such as: Keep it now; it is not shown again.
 */
export function SecretField({ label, value, warning }: { label: string; value: string; warning: string }) {
  return (
    <div className={styles["warning"]}>
      <p>{warning}</p>
      <CopyField label={label} value={value} />
    </div>
  );
}
