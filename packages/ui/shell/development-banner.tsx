import { CloseButton } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useState } from "react";
import { strings } from "../strings.ts";
import styles from "./development-banner.module.css";
import { dismissal } from "./dismissal.ts";

const { isDismissed, dismiss } = dismissal("souk-development-banner");

/** Says that this is no production platform, and what that means, until it is dismissed in this tab. */
export function DevelopmentBanner() {
  const [isHidden, hide] = useState(isDismissed);
  if (isHidden) return null;
  const onDismiss = () => {
    dismiss();
    hide(true);
    // The button that has the focus goes away with the banner.
    document.getElementById("main")?.focus();
  };
  return (
    <div className={styles["banner"]}>
      <IconTool size={16} stroke={1.75} aria-hidden />
      <p>
        <strong>{strings.development}</strong> {strings.developmentMore}
      </p>
      <CloseButton
        size="sm"
        variant="transparent"
        c="inherit"
        aria-label={strings.developmentDismiss}
        onClick={onDismiss}
      />
    </div>
  );
}
