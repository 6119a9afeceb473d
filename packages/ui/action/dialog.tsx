import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { texts } from "../texts.ts";
import styles from "./dialog.module.css";
import { DialogHold, useHolds } from "./dialog-hold.ts";
import { IdempotencyProvider } from "./idempotency-provider.tsx";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /**
   * Whether an action outside the dialog is running: then it cannot be closed, as while an action in it
   * runs.
   */
  isBusy?: boolean;
  size?: "md" | "lg";
}

/**
 * Show a dialog over the page. It traps the focus, restores it, and closes with Escape, except while it
 * sends something or has unsaved input.
 */
export function Dialog({ opened, onClose, title, children, isBusy = false, size = "md" }: DialogProps) {
  const holds = useHolds(opened);
  const isBusyNow = isBusy || holds.isBusy;
  const isKept = isBusyNow || holds.isHeldOpen;
  return (
    <IdempotencyProvider>
      <Modal.Root
        opened={opened}
        onClose={onClose}
        size={size}
        radius="lg"
        centered
        closeOnClickOutside={!isKept}
        closeOnEscape={!isKept}
      >
        <Modal.Overlay backgroundOpacity={0.45} />
        <Modal.Content className={styles["content"]}>
          {/* Mantine's own head is a header element, which would be a second banner of the document. */}
          <div className={styles["head"]}>
            <Modal.Title className={styles["title"]}>{title}</Modal.Title>
            {!isBusyNow && <Modal.CloseButton aria-label={texts.close} />}
          </div>
          <div className={styles["body"]}>
            <DialogHold value={holds.holder}>{children}</DialogHold>
          </div>
        </Modal.Content>
      </Modal.Root>
    </IdempotencyProvider>
  );
}
