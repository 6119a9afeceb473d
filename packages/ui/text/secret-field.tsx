import styles from "./copy-field.module.css";
import { CopyField } from "./copy-field.tsx";

/**
 * Show a secret once, with a warning.
 * @param warning a sentence, for example: Keep it now; it is not shown again.
 */
export function SecretField({ label, value, warning }: { label: string; value: string; warning: string }) {
  return (
    <div className={styles["warning"]}>
      <p>{warning}</p>
      <CopyField label={label} value={value} />
    </div>
  );
}
