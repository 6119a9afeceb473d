import { CloseButton } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useState } from "react";
import { texts } from "../texts.ts";
import styles from "./development-banner.module.css";
import { createDismissal } from "./dismissal.ts";

const { isDismissed, dismiss } = createDismissal("souk-development-banner");

/** Show that this is not a production platform, and what that means, until it is dismissed in this tab. */
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
        <strong>{texts.development}</strong> {texts.developmentMore}
      </p>
      <CloseButton
        size="sm"
        variant="transparent"
        c="inherit"
        aria-label={texts.developmentDismiss}
        onClick={onDismiss}
      />
    </div>
  );
}
