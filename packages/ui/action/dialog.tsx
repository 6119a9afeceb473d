import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { strings } from "../strings.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** While something is under way it cannot be closed. */
  isBusy?: boolean;
  size?: "md" | "lg";
}

/** A window over the page. It keeps the focus, gives it back, and closes with Escape. */
export function Dialog({ opened, onClose, title, children, isBusy = false, size = "md" }: DialogProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      radius="lg"
      centered
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content className={styles["content"]}>
        {/* Mantine's own head is a header element, which would be a second banner of the document. */}
        <div className={styles["head"]}>
          <Modal.Title className={styles["title"]}>{title}</Modal.Title>
          {!isBusy && <Modal.CloseButton aria-label={strings.close} />}
        </div>
        <div className={styles["body"]}>{children}</div>
      </Modal.Content>
    </Modal.Root>
  );
}
