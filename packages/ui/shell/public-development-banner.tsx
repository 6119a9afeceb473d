import { IconAlertTriangle } from "@tabler/icons-react";
import { texts } from "../texts.ts";
import styles from "./development-banner.module.css";

/** Show that this is a development server that other machines can reach. The banner cannot be dismissed. */
export function PublicDevelopmentBanner() {
  return (
    <div className={styles["banner"]} role="note">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <p>
        <strong>{texts.publicDevelopment}</strong>
      </p>
    </div>
  );
}
