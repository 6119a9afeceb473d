import styles from "./copy-field.module.css";
import { CopyField } from "./copy-field.tsx";

/** Show a secret with a copy button and a warning that the secret is shown only once. */
export function SecretField({ label, value, warning }: { label: string; value: string; warning: string }) {
  return (
    <div className={styles["warning"]}>
      <p>{warning}</p>
      <CopyField label={label} value={value} />
    </div>
  );
}
