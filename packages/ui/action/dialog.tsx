import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { texts } from "../texts.ts";
import styles from "./dialog.module.css";
import { DialogContext, useDialogHolds } from "./dialog-hold.ts";
import { IdempotencyProvider } from "./idempotency-provider.tsx";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /**
   * Whether an action outside the dialog is running. It prevents closing, like an action in the dialog.
   */
  isBusy?: boolean;
  size?: "md" | "lg";
}

/**
 * Show a dialog over the page. The dialog traps the focus and restores it afterwards. Escape closes the dialog, except while
 * an action runs or the dialog has unsaved input.
 */
export function Dialog({ opened, onClose, title, children, isBusy = false, size = "md" }: DialogProps) {
  const holds = useDialogHolds(opened);
  const hasRunningAction = isBusy || holds.isBusy;
  const mustStayOpen = hasRunningAction || holds.mustStayOpen;
  return (
    <IdempotencyProvider>
      <Modal.Root
        opened={opened}
        onClose={onClose}
        size={size}
        radius="lg"
        centered
        closeOnClickOutside={!mustStayOpen}
        closeOnEscape={!mustStayOpen}
      >
        <Modal.Overlay backgroundOpacity={0.45} />
        <Modal.Content className={styles["content"]}>
          {/* Mantine's own title bar is a `header` element, which would be a second banner of the document. */}
          <div className={styles["head"]}>
            <Modal.Title className={styles["title"]}>{title}</Modal.Title>
            {!hasRunningAction && <Modal.CloseButton aria-label={texts.close} />}
          </div>
          <div className={styles["body"]}>
            <DialogContext value={holds.contextValue}>{children}</DialogContext>
          </div>
        </Modal.Content>
      </Modal.Root>
    </IdempotencyProvider>
  );
}
