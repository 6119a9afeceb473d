import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { strings } from "../strings.ts";
import styles from "./dialog.module.css";
import { DialogHold, useHolds } from "./dialog-hold.ts";
import { KeptWishes } from "./kept-wishes.tsx";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** What it waits for is under way outside of it: it cannot be closed, as while an action in it runs. */
  isBusy?: boolean;
  size?: "md" | "lg";
}

/**
 * A window over the page. It keeps the focus, gives it back, and closes with Escape, but not while it sends something, nor over
 * what was written in it.
 */
export function Dialog({ opened, onClose, title, children, isBusy = false, size = "md" }: DialogProps) {
  const holds = useHolds(opened);
  const stays = isBusy || holds.isBusy;
  const isKept = stays || holds.isKept;
  return (
    <KeptWishes>
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
            {!stays && <Modal.CloseButton aria-label={strings.close} />}
          </div>
          <div className={styles["body"]}>
            <DialogHold value={holds.holder}>{children}</DialogHold>
          </div>
        </Modal.Content>
      </Modal.Root>
    </KeptWishes>
  );
}
