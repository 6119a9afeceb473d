import { CloseButton } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useState } from "react";
import { texts } from "../texts.ts";
import styles from "./development-banner.module.css";
import { createDismissal } from "./dismissal.ts";

const { isDismissed, dismiss } = createDismissal("souk-development-banner");

/** Show what development mode means, until the banner is dismissed in this tab. */
export function DevelopmentBanner() {
  const [isHidden, setHidden] = useState(isDismissed);
  if (isHidden) return null;
  const onDismiss = () => {
    dismiss();
    setHidden(true);
    // The focused button disappears with the banner, so the content gets the focus.
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
